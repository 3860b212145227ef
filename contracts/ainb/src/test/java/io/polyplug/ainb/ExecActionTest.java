package io.polyplug.ainb;

import static io.polyplug.ainb.Answers.error;
import static io.polyplug.ainb.Answers.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.base.Clock;
import io.polyplug.base.ManualClock;
import io.polyplug.process.Spawner;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecActionTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path folder;

  private ActionService service(Clock clock) {
    return service("p", AinbActions.builtIn(), clock);
  }

  private ActionService service(String plugin, AinbActions actions, Clock clock) {
    ActionContext context =
        new ActionContext(
            plugin,
            folder,
            granted("spawn_subprocess", true),
            HostHomes.of(Map.of()),
            clock,
            Spawner.platform());
    return new ActionService(actions, context, (action, caller) -> Optional.empty());
  }

  private static Json call(String payload, long timeout) {
    return Json.object(
        out -> {
          out.writeStringProperty("action", "process.exec");
          out.writeStringProperty("payload", Bytes.write(payload.getBytes(StandardCharsets.UTF_8)));
          out.writeNumberProperty("timeout_ms", timeout);
        });
  }

  private static String argv(String... argv) {
    return Json.object(
            out -> {
              out.writeArrayPropertyStart("argv");
              List.of(argv).forEach(out::writeString);
              out.writeEndArray();
            })
        .toString();
  }

  private Fields run(String payload) throws InterruptedException {
    Json result = service(Clock.system()).invoke(call(payload, 0));
    return Fields.of(Json.parse(Fields.of(result).bytes("payload")));
  }

  private String stdout(String payload) throws InterruptedException {
    return new String(run(payload).bytes("stdout"), StandardCharsets.UTF_8);
  }

  private int code(String payload) {
    return error(() -> service(Clock.system()).invoke(call(payload, 0))).code();
  }

  private static void awaitGone(String pid) throws Exception {
    Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid.trim()));
    CompletableFuture<ProcessHandle> gone =
        process.map(ProcessHandle::onExit).orElse(CompletableFuture.completedFuture(null));
    gone.get(30, TimeUnit.SECONDS);
  }

  /** The content of a file that a child writes and renames into place. */
  private String awaitFile(String name) throws Exception {
    try (var watch = folder.getFileSystem().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      while (!Files.exists(folder.resolve(name))) {
        var key = watch.poll(30, TimeUnit.SECONDS);
        assertThat(key).isNotNull();
        key.reset();
      }
    }
    return Files.readString(folder.resolve(name));
  }

  @Test
  void whatAProgramWritesAndItsCodeComeBackByteForByte() throws Exception {
    Fields result = run(argv("sh", "-c", "printf 'a\\377\\0b'; printf e >&2; exit 3"));
    assertThat(result.bytes("stdout")).containsExactly('a', 0xff, 0, 'b');
    assertThat(result.bytes("stderr")).containsExactly('e');
    assertThat(result.whole("exit_code", 0, 255)).isEqualTo(3);
  }

  @Test
  void aSignalIsToldAsShellsDo() throws Exception {
    assertThat(run(argv("sh", "-c", "kill -9 $$")).whole("exit_code", 0, 255)).isEqualTo(137);
  }

  @Test
  void argumentsAreNoLineForAShell() throws Exception {
    assertThat(stdout(argv("printf", "%s|", "a b", "$HOME", "*", ""))).isEqualTo("a b|$HOME|*||");
  }

  @Test
  void theFolderIsThePluginsUnlessAnotherIsNamed() throws Exception {
    Path real = folder.toRealPath();
    Path other = Files.createDirectory(folder.resolve("sub"));
    assertThat(stdout(argv("pwd", "-P"))).isEqualTo(real + "\n");
    assertThat(stdout("{\"argv\":[\"pwd\",\"-P\"],\"cwd\":null}")).isEqualTo(real + "\n");
    for (String cwd : List.of("sub", other.toString())) {
      assertThat(stdout("{\"argv\":[\"pwd\",\"-P\"],\"cwd\":\"" + cwd + "\"}"))
          .isEqualTo(real.resolve("sub") + "\n");
    }
  }

  @Test
  void aProgramReadsNothing() throws Exception {
    assertThat(stdout(argv("sh", "-c", "cat; echo end"))).isEqualTo("end\n");
  }

  @Test
  void whatCannotBeStartedIsAnInternalError() {
    assertThat(code(argv("no-such-program-anywhere"))).isEqualTo(-32603);
    assertThat(code(argv("./missing"))).isEqualTo(-32603);
    assertThat(code("{\"argv\":[\"pwd\"],\"cwd\":\"missing\"}")).isEqualTo(-32603);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "{}",
        "{\"argv\":[]}",
        "{\"argv\":\"ls\"}",
        "{\"argv\":[1]}",
        "{\"argv\":[\"a\\u0000b\"]}",
        "{\"argv\":[\"ls\"],\"cwd\":7}",
        "{\"argv\":[\"ls\"],\"cwd\":\"a\\u0000b\"}"
      })
  void aPayloadThatDoesNotDecodeIsInvalidParams(String payload) {
    assertThat(code(payload)).isEqualTo(-32602);
  }

  @Test
  void moreOutputThanAFrameCarriesIsAnInternalError() {
    for (String script :
        List.of(
            "head -c 30000000 /dev/zero",
            "head -c 6000000 /dev/zero; head -c 6000000 /dev/zero >&2")) {
      assertThat(error(() -> service(Clock.system()).invoke(call(argv("sh", "-c", script), 0))))
          .isEqualTo(new ErrorObject(-32603, "response exceeds frame limit"));
    }
  }

  @Test
  void asMuchOutputAsAFrameCarriesComesBack() throws Exception {
    assertThat(run(argv("head", "-c", "9000000", "/dev/zero")).bytes("stdout")).hasSize(9_000_000);
  }

  @Test
  void whatOutlivesTheTimeoutIsKilledWithItsDescendants() throws Exception {
    ManualClock clock = new ManualClock();
    String script =
        "trap '' TERM; sleep 1000 & echo $! > t; echo $$ >> t; mv t pids; while :; do wait; done";
    FutureTask<ErrorObject> call =
        new FutureTask<>(
            () -> error(() -> service(clock).invoke(call(argv("sh", "-c", script), 100))));
    Thread.ofVirtual().start(call);
    String pids = awaitFile("pids");
    clock.advance(Duration.ofMillis(100));
    assertThat(call.get(30, TimeUnit.SECONDS))
        .isEqualTo(new ErrorObject(-32002, "action timed out: process.exec"));
    for (String pid : pids.lines().toList()) {
      awaitGone(pid);
    }
  }

  @Test
  void theProgramsOfOnePluginTakeNoPlaceOfAnother() throws Exception {
    AinbActions shared = AinbActions.builtIn();
    ActionService greedy = service("greedy", shared, Clock.system());
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Json call =
          call(argv("sh", "-c", "echo > t%1$d; mv t%1$d r%1$d; exec sleep 1000".formatted(i)), 0);
      callers.add(Thread.ofVirtual().start(new FutureTask<>(() -> greedy.invoke(call))));
    }
    for (int i = 0; i < 8; i++) {
      awaitFile("r" + i);
    }
    assertThat(error(() -> greedy.invoke(call(argv("true"), 0))).message())
        .contains("8 programs of this plugin");
    ActionService other = service("other", shared, Clock.system());
    assertThat(other.invoke(call(argv("true"), 0)).toString()).contains("payload");
    for (Thread caller : callers) {
      caller.interrupt();
      assertThat(caller.join(LONG)).isTrue();
    }
  }

  @Test
  void whatOutlivesItsCallerIsKilledToo() throws Exception {
    Json call = call(argv("sh", "-c", "echo $$ > t; mv t pid; exec sleep 1000"), 0);
    FutureTask<Json> task = new FutureTask<>(() -> service(Clock.system()).invoke(call));
    Thread caller = Thread.ofVirtual().start(task);
    String pid = awaitFile("pid");
    caller.interrupt();
    assertThat(caller.join(LONG)).isTrue();
    awaitGone(pid);
  }
}
