package io.polyplug.bab.bridge;

import static io.polyplug.bab.bridge.AdapterStage.call;
import static io.polyplug.bab.bridge.AdapterStage.failure;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The members of {@code Bun} that adapters use are on node what they are on bun (19). */
class BunMembersTest {
  private static final String VALUE = "export default { run() {}, async discover() { %s } };";

  @TempDir Path folder;

  private void gives(Js js, String body, String expected) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      assertThat(call(stage.load(VALUE.formatted(body)), "discover")).hasToString(expected);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whichFindsPrograms(Js js) throws Exception {
    gives(
        js,
        """
        const sh = Bun.which("sh")!;
        return [sh.startsWith("/"), Bun.which("no-such-program-here"), Bun.which(sh) === sh,
          Bun.which("/no/such"), Bun.which("sh", { PATH: "/nowhere" })];
        """,
        "[true,null,true,null,null]");
  }

  @ParameterizedTest
  @EnumSource
  void filesAreReadAndWritten(Js js) throws Exception {
    String file = folder.resolve("deep/x.json").toString();
    gives(
        js,
        """
        const name = "%s";
        const before = await Bun.file(name).exists();
        const count = await Bun.write(name, '{"é":1}');
        return [before, count, await Bun.file(name).exists(), await Bun.file(name).text(),
          (await Bun.file(name).json())["é"]];
        """
            .formatted(file),
        "[false,8,true,\"{\\\"é\\\":1}\",1]");
  }

  @ParameterizedTest
  @EnumSource
  void spawnGivesStreamsAndTheExit(Js js) throws Exception {
    gives(
        js,
        """
        const p = Bun.spawn(["sh", "-c", "cat; echo $X >&2; exit 3"],
          { env: { X: "y", PATH: process.env.PATH! }, stdin: new TextEncoder().encode("in"), stderr: "pipe" });
        const out = await new Response(p.stdout).text();
        const err = await new Response(p.stderr).text();
        return [out, err, await p.exited, p.exitCode, p.pid > 0];
        """,
        "[\"in\",\"y\\n\",3,3,true]");
  }

  @ParameterizedTest
  @EnumSource
  void spawnedProcessesCanBeKilled(Js js) throws Exception {
    gives(
        js,
        """
        const p = Bun.spawn({ cmd: ["sleep", "600"] });
        p.kill("SIGKILL");
        await p.exited;
        return [p.killed, p.signalCode];
        """,
        "[true,\"SIGKILL\"]");
  }

  @ParameterizedTest
  @EnumSource
  void spawnSyncGivesWhatWasWritten(Js js) throws Exception {
    gives(
        js,
        """
        const r = Bun.spawnSync(["sh", "-c", "echo out; echo err >&2; exit 2"]);
        const ok = Bun.spawnSync({ cmd: ["true"] });
        return [r.stdout.toString(), r.stderr.toString(), r.exitCode, r.success, ok.success];
        """,
        "[\"out\\n\",\"err\\n\",2,false,true]");
  }

  @ParameterizedTest
  @EnumSource
  void aProgramThatIsNotThereIsAnErrorThatNamesIt(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = stage.load(VALUE.formatted("return Bun.spawn(['no-such-thing']).pid;"));
      assertThat(failure(adapter, "discover")).hasMessageContaining("\"no-such-thing\"");
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSmallOnesAreThere(Js js) throws Exception {
    gives(
        js,
        """
        await Bun.sleep(1);
        return [Bun.env.PATH === process.env.PATH, Array.isArray(Bun.argv), /^\\d+\\.\\d+\\.\\d+/.test(Bun.version)];
        """,
        "[true,true,true]");
  }

  @ParameterizedTest
  @EnumSource(names = "NODE")
  void anotherMemberIsAnErrorThatNamesIt(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = stage.load(VALUE.formatted("return Bun.serve({});"));
      assertThat(failure(adapter, "discover"))
          .hasMessage(
              "Bun.serve is not available under node; install bun to run this adapter as it is.");
    }
  }
}
