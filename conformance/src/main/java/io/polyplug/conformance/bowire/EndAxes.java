package io.polyplug.conformance.bowire;

import io.polyplug.bowire.BowireContract;
import io.polyplug.bowire.BowireSidecar;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.InvokeResult;
import io.polyplug.bowire.protocol.Target;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.RpcTalk;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginState;
import io.polyplug.process.ExitStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a sidecar leaves, and comes again (7.6, 7.7). */
final class EndAxes {
  /** Of so many runs one has to be in time: a busy machine is not the sidecar's fault. */
  private static final int TRIES = 3;

  private EndAxes() {}

  static Verdict shutdown(Stage stage) {
    Duration limit = BowireContract.shutdownTime(stage.subject().folder());
    for (int i = 0; i < TRIES; i++) {
      RpcTalk rpc = SidecarTalk.begin(stage).rpc();
      rpc.call(BowireProtocol.SHUTDOWN, null).orFail();
      if (rpc.leave(limit).isPresent()) {
        return Verdict.passed();
      }
      rpc.talk().close();
    }
    throw new Violation(
        "it answered shutdown, but in %d runs it never left within %d ms of the end of its input"
            .formatted(TRIES, limit.toMillis()));
  }

  static Verdict inputEnd(Stage stage) {
    RpcTalk rpc = SidecarTalk.begin(stage).rpc();
    Optional<ExitStatus> exit = rpc.leave(Stage.STEP);
    if (exit.isEmpty()) {
      throw new Violation(
          "it still runs %d ms after the end of its input".formatted(Stage.STEP.toMillis()));
    }
    return new Verdict.Passed(exit.get().isSuccess() ? "" : "it " + exit.get().sentence());
  }

  static Verdict crash(Stage stage) throws InterruptedException {
    stage.program();
    CountDownLatch down = new CountDownLatch(1);
    Plugin plugin =
        stage
            .host(
                builder ->
                    builder.listenerWithoutCalls(
                        event -> {
                          if (event instanceof HostEvent.StateChanged(var _, var _, var to, var _)
                              && to == PluginState.DOWN) {
                            down.countDown();
                          }
                        }))
            .plugins()
            .getFirst();
    BowireSidecar sidecar = plugin.as(BowireSidecar.class);
    try {
      sidecar.ping();
    } catch (PluginException e) {
      throw new Violation("a host cannot use it: " + e.getMessage());
    }
    plugin
        .status()
        .pid()
        .ifPresent(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    if (!down.await(Stage.STEP.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new Violation("its end was not seen: its output outlived its process");
    }
    InvokeResult told =
        sidecar.invoke(new Target("", "conformance", "crash", false, Map.of()), List.of());
    if (!told.status().startsWith("Sidecar ")) {
      throw new Violation("the call after its crash was answered with \"" + told.status() + '"');
    }
    try {
      sidecar.ping();
    } catch (PluginException e) {
      throw new Violation("it cannot be started again after a crash: " + e.getMessage());
    }
    return Verdict.passed();
  }
}
