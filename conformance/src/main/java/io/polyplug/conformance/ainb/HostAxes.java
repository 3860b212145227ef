package io.polyplug.conformance.ainb;

import io.polyplug.ainb.AinbPlugin;
import io.polyplug.ainb.Manifest;
import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginState;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.time.Duration;

/** Axes 7, 11 and 12: a real host, with short waits after failures. */
final class HostAxes {
  private static final Duration QUARANTINED = Duration.ofSeconds(8);
  private static final Duration RELOADED = Duration.ofSeconds(2);
  private static final Duration NOTICED = Duration.ofSeconds(2);
  private static final int KILLS = 3;

  private HostAxes() {}

  static Verdict actionTimeout(Stage stage) throws InterruptedException {
    Manifest manifest = Life.manifestOf(stage);
    if (manifest.provides().cliNamespaces().isEmpty()) {
      throw new NotConcerned("its manifest provides no cli_namespaces");
    }
    String action = manifest.provides().cliNamespaces().getFirst();
    RealHost host = RealHost.of(stage);
    int code = invoke(host.client(), action, Duration.ofMillis(1));
    if (code != AinbProtocol.ACTION_TIMEOUT) {
      throw new Violation(
          "an action that had 1 ms for its start was answered with %s, expected %d"
              .formatted(
                  code == 0 ? "a result" : "the error " + code, AinbProtocol.ACTION_TIMEOUT));
    }
    host.awaitRunning("after an action that was given up during its start");
    host.forgetStates();
    int late = invoke(host.client(), action, Stage.STEP);
    if (late == AinbProtocol.ACTION_TIMEOUT) {
      throw new Violation("an action with enough time was not answered");
    }
    // The host says so for a plugin that is gone, and so may a plugin that is not.
    if (late == AinbProtocol.INTERNAL_ERROR && host.await(PluginState.BACKOFF, NOTICED)) {
      throw new Violation("it ended instead of answering an action");
    }
    return Verdict.passed(
        late == AinbProtocol.METHOD_NOT_FOUND ? "it takes no actions, and says so" : "");
  }

  /** The code of the error; 0 for a result. */
  private static int invoke(AinbPlugin plugin, String action, Duration atMost)
      throws InterruptedException {
    try {
      plugin.answerNeighbour(
          Json.object(
              out -> {
                out.writeStringProperty("action", action);
                out.writeStringProperty("payload", "");
                out.writeNumberProperty("timeout_ms", atMost.toMillis());
              }));
      return 0;
    } catch (RpcException e) {
      return e.error().code();
    }
  }

  static Verdict crashRecovery(Stage stage) throws InterruptedException {
    RealHost host = RealHost.of(stage);
    host.awaitRunning("after its start");
    long before = host.pid();
    host.kill();
    if (!host.await(PluginState.BACKOFF, Stage.STEP)) {
      throw new Violation("nobody noticed that it was killed");
    }
    host.awaitRunning("after it was killed");
    if (host.pid() == before) {
      throw new Violation("after it was killed it has the same process");
    }
    render(host, "after it was killed");
    return Verdict.passed();
  }

  private static void render(RealHost host, String when) {
    try {
      host.client().render(80, 24);
    } catch (PluginError answered) {
      if (!host.client().manifest().provides().screens().isEmpty()) {
        throw new Violation(
            "%s plugin/render was answered with the error %s (%s)"
                .formatted(when, answered.code(), answered.text()));
      }
    } catch (PluginFailure failure) {
      throw new Violation(when + " plugin/render failed: " + failure.failure().message());
    }
  }

  static Verdict quarantine(Stage stage) throws InterruptedException {
    RealHost host = RealHost.of(stage);
    for (int i = 1; i <= KILLS; i++) {
      host.awaitRunning(i == 1 ? "after its start" : "after kill " + (i - 1));
      host.kill();
      PluginState next = i < KILLS ? PluginState.BACKOFF : PluginState.QUARANTINED;
      if (!host.await(next, QUARANTINED)) {
        throw new Violation(
            "after kill %d it is %s, expected %s".formatted(i, host.plugin().state(), next));
      }
    }
    try {
      host.client().render(80, 24);
      throw new Violation("in quarantine it still draws");
    } catch (PluginFailure failure) {
      if (failure.failure().code() != FailureCode.QUARANTINED) {
        throw new Violation(
            "in quarantine a call failed otherwise: " + failure.failure().message());
      }
    }
    host.plugin().reload();
    if (!host.await(PluginState.IDLE, RELOADED)) {
      throw new Violation("a reload did not end its quarantine");
    }
    host.awaitRunning("after its quarantine");
    render(host, "after its quarantine");
    return Verdict.passed();
  }
}
