package io.polyplug.bab;

import static io.polyplug.bab.DelegateStage.arguments;
import static io.polyplug.bab.DelegateStage.member;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.polyplug.base.ManualClock;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Everything together, with an adapter in whichever runtime this machine has. */
@Timeout(120)
class RealAdapterTest {
  @TempDir Path folder;
  private DelegateStage stage;

  @BeforeEach
  void open() throws IOException {
    if (!isThere("bun") && !isThere("node")) {
      abort("neither bun nor node is on the PATH");
    }
    stage =
        new DelegateStage(folder)
            .plugin("acme", "roles: [{ name: default, args: { model: m } }]\n");
  }

  private static boolean isThere(String program) {
    try {
      ProgramLookup.ofHost().find(program);
      return true;
    } catch (LaunchFailure e) {
      return false;
    }
  }

  @AfterEach
  void close() {
    if (stage != null) {
      stage.close();
    }
  }

  private Json delegate() {
    return stage.delegates().delegate(arguments("")).json();
  }

  @Test
  void aSimpleAdapterInTheStyleOfTheGuide() throws Exception {
    stage.program(
        "acme", "printf '{\"message\":\"%s via %s\",\"model\":\"%s\"}' \"$2\" \"$1\" \"$4\"");
    stage.file(
        "acme",
        "adapter.ts",
        """
        interface Input { prompt: string; role: { args: Record<string, string> } }
        const adapter = {
          validate() {
            if (!Bun.which("sh")) throw new Error("sh was not found on PATH");
          },
          discover() { return { id: "acme", name: "Acme" }; },
          listModels(): string[] { return ["model-a", "model-b"]; },
          buildCommand(input: Input) {
            console.log("noise");
            return { args: ["-p", input.prompt, "--model", String(input.role.args.model)] };
          },
          parseResult(result: { stdout: string; exitCode: number | null }, input: Input) {
            process.stdout.write("more noise\\n");
            const data = JSON.parse(result.stdout);
            return { content: data.message, metadata: { model: data.model, exit_code: "mine" } };
          },
        };
        export default adapter;
        """);
    Json answer = delegate();
    assertThat(member(answer, "content")).isEqualTo("hello via -p");
    assertThat(member(answer, "metadata", "model")).isEqualTo("m");
    assertThat(member(answer, "metadata", "exit_code")).isEqualTo("0");
    assertThat(stage.client().listModels()).containsExactly("model-a", "model-b");
    assertThat(stage.client().discover()).isPresent();
  }

  @Test
  void whatIsDroppedAnywayDoesNotSpoilTheRestOfTheMetadata() throws Exception {
    stage.program("acme", "exit 0");
    stage.file(
        "acme",
        "adapter.ts",
        """
        const cycle: any = {};
        cycle.self = cycle;
        export default {
          buildCommand: () => ({ args: [] }),
          parseResult: (_: unknown, input: { prompt: string }) => ({
            content: "",
            metadata: { raw: cycle, kept: 1 },
          }),
        };
        """);
    assertThat(member(delegate(), "metadata", "kept")).isEqualTo("1");
  }

  @Test
  void trap9AnAdapterWithRunIsLegacyWhateverElseItHas() throws Exception {
    stage.program("acme", "echo simple");
    stage.file(
        "acme",
        "adapter.ts",
        """
        export async function* run(input) {
          yield { type: "output", content: "legacy " + input.prompt };
          yield { type: "done", metadata: { a: 1 } };
        }
        export function buildCommand() { return { args: [] }; }
        export function parseResult(result) { return { content: result.stdout, metadata: {} }; }
        """);
    Json answer = delegate();
    assertThat(member(answer, "content")).isEqualTo("legacy hello");
    assertThat(member(answer, "metadata", "a")).isEqualTo("1");
  }

  @Test
  void aModulesStateSurvivesALoadButNotAChange() throws Exception {
    ManualClock clock = new ManualClock();
    String counting =
        """
        let count = 0;
        export default {
          async run(input) { return [{ type: "output", content: `%s${++count}` }]; },
        };
        """;
    stage
        .clock(clock)
        .program("acme", "exit 0")
        .file("acme", "adapter.ts", counting.formatted("a"));
    assertThat(member(delegate(), "content")).isEqualTo("a1");
    clock.advance(Duration.ofSeconds(6));
    assertThat(member(delegate(), "content")).isEqualTo("a2");
    stage.file("acme", "adapter.ts", counting.formatted("b"));
    clock.advance(Duration.ofSeconds(6));
    assertThat(member(delegate(), "content")).isEqualTo("b1");
  }

  @Test
  void aRuntimeThatDiesIsStartedAgainByTheNextCall() throws Exception {
    stage.program("acme", "exit 0");
    Path once = folder.resolve("once");
    stage.file(
        "acme",
        "adapter.ts",
        """
        import { existsSync, writeFileSync } from "node:fs";
        export default {
          async run() {
            if (!existsSync("%1$s")) { writeFileSync("%1$s", ""); process.exit(3); }
            return [{ type: "output", content: "back" }];
          },
        };
        """
            .formatted(once));
    assertThat(member(delegate(), "type")).isEqualTo("execution");
    assertThat(member(delegate(), "content")).isEqualTo("back");
  }

  @Test
  void aLegacyRunIsCancelledInTheSameModule() throws Exception {
    Path ready = folder.resolve("ready");
    Path cancelled = folder.resolve("cancelled");
    stage.program("acme", "exit 0");
    stage.file(
        "acme",
        "adapter.ts",
        """
        import { writeFileSync } from "node:fs";
        const ends = new Map();
        export default {
          run(input) {
            return new Promise((resolve) => {
              ends.set(input.runId, () => resolve([]));
              writeFileSync("%s", "");
            });
          },
          cancel(runId) { ends.get(runId)(); writeFileSync("%s", runId); },
        };
        """
            .formatted(ready, cancelled));
    Delegates delegates = stage.delegates();
    CompletableFuture<Json> seen = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual().start(() -> seen.complete(delegates.delegate(arguments("")).json()));
    DelegateStage.awaitFile(ready);
    caller.interrupt();
    assertThat(member(seen.get(60, TimeUnit.SECONDS), "type")).isEqualTo("cancelled");
    assertThat(Files.readString(cancelled)).matches("[0-9a-f-]{36}");
  }

  @Test
  void anAdapterThatDoesNotLoadMakesThePluginUnknown() throws Exception {
    stage
        .program("acme", "exit 0")
        .file("acme", "adapter.ts", "import x from 'no-such-package'; export default x;");
    assertThat(member(delegate(), "message")).isEqualTo("Unknown plugin: acme");
    stage.awaitLog("adapter.ts could not be loaded");
  }
}
