package io.polyplug.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.host.ChildTransport;
import io.polyplug.host.Ending;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginFailure;
import io.polyplug.process.Child;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ShutdownLadder;
import io.polyplug.process.Signals;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import io.polyplug.wire.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A sidecar that is a process of ours, spoken to over its standard streams (section 7). */
final class StdioLink implements SidecarLink {
  /** How long a killed process may take to be seen gone. */
  private static final Duration AFTER_KILL = Duration.ofSeconds(2);

  /** How long one that did not shake hands may take to see the end of its input. */
  private static final Duration AFTER_EOF = Duration.ofMillis(500);

  private static final int LINES_SHOWN = 20;
  private static final int LINE_SHOWN = 500;

  private final Sidecar sidecar;
  private final Duration budget;
  private final InstanceContext context;
  private final Child child;
  private final Peer peer;
  private final CompletableFuture<Failure> gone = new CompletableFuture<>();
  private volatile boolean stopping;
  private volatile @Nullable String hung;

  private StdioLink(
      Sidecar sidecar,
      Duration budget,
      InstanceContext context,
      Child child,
      Notices notices,
      Subscriptions subscriptions) {
    this.sidecar = sidecar;
    this.budget = budget;
    this.context = context;
    this.child = child;
    Transport transport =
        ChildTransport.over(
            sidecar.id(),
            child,
            BowireProtocol.framing(),
            context.clock(),
            BowireTimes.EXIT_AFTER_OUTPUT,
            null);
    this.peer =
        subscriptions
            .attach(Peer.over(transport, BowireProtocol.stdioDialect()))
            .clock(context.clock())
            .observer(notices)
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    conclude(reason);
                  }
                })
            .start();
  }

  /** Starts the process; throws {@code launch_failed}. */
  static StdioLink open(
      Sidecar sidecar,
      SidecarManifest.Wire.Stdio wire,
      InstanceContext context,
      Notices notices,
      Subscriptions subscriptions) {
    var spec = new SidecarProgram(sidecar, wire).specification(context.events());
    try {
      Child child = context.spawner().start(spec);
      try {
        return new StdioLink(sidecar, wire.shutdown(), context, child, notices, subscriptions);
      } catch (RuntimeException | Error failure) {
        child.close();
        throw failure;
      }
    } catch (LaunchFailure e) {
      throw new PluginFailure(
          new Failure(FailureCode.LAUNCH_FAILED, sidecar.id(), e.getMessage()), e);
    }
  }

  @Override
  public Peer peer() {
    return peer;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(child.pid());
  }

  @Override
  public CompletionStage<Failure> gone() {
    return gone;
  }

  /** Over a pipe only a message that is too large cannot be sent. */
  @Override
  public FailureCode sendFailure() {
    return FailureCode.INVALID_INPUT;
  }

  @Override
  public Duration reasonWithin() {
    return BowireTimes.EXIT_AFTER_OUTPUT.plus(AFTER_KILL).plus(AFTER_KILL);
  }

  @Override
  public void hung(String sentence) {
    hung = sentence;
    child.signalTree(Signals.KILL);
  }

  /** The conversation is over: finds out how the process ended, and ends it if it has not (7.6). */
  private void conclude(EndReason reason) {
    try {
      Optional<ExitStatus> status = child.awaitExit(BowireTimes.EXIT_AFTER_OUTPUT);
      boolean livedOn = status.isEmpty() && !stopping;
      if (stopping) {
        // The ladder is at work and waits for the exit itself.
        child.awaitExit(budget.plus(AFTER_KILL));
      } else if (livedOn) {
        child.signalTree(Signals.KILL);
        child.awaitExit(AFTER_KILL);
      }
      child.drainStderr();
      gone.complete(reasonFor(reason, status, livedOn));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      child.close();
      gone.complete(failure(FailureCode.CRASHED, reason.sentence()));
    }
  }

  private Failure reasonFor(EndReason reason, Optional<ExitStatus> status, boolean livedOn) {
    String unanswered = hung;
    if (unanswered != null) {
      return failure(FailureCode.CRASHED, unanswered);
    }
    if (stopping) {
      return failure(FailureCode.UNAVAILABLE, "Sidecar was stopped");
    }
    if (reason.kind() != EndReason.Kind.END_OF_STREAM && reason.kind() != EndReason.Kind.IO_ERROR) {
      return failure(FailureCode.MALFORMED_RESPONSE, "Sidecar was ended: " + reason.sentence());
    }
    return livedOn
        ? failure(FailureCode.CRASHED, "Sidecar closed its standard output and was killed")
        : failure(FailureCode.CRASHED, status.map(StdioLink::sentence).orElse("Sidecar is gone"));
  }

  /** The contract's words for an exit (7.6). */
  static String sentence(ExitStatus status) {
    return switch (status) {
      case ExitStatus.Exited(int code) -> "Sidecar exited with code " + code;
      case ExitStatus.Signaled killed ->
          "Sidecar killed by signal " + killed.signal() + " (" + killed.name() + ")";
    };
  }

  private Failure failure(FailureCode code, String message) {
    return new Failure(code, sidecar.id(), message, lastWords());
  }

  @Override
  public List<String> lastWords() {
    List<String> tail =
        child.stderrTail().lines().map(line -> UntrustedText.excerpt(line, LINE_SHOWN)).toList();
    return tail.subList(Math.max(0, tail.size() - LINES_SHOWN), tail.size());
  }

  @Override
  public void drop() {
    end(
        ShutdownLadder.killAtOnce(AFTER_KILL)
            .withCloseInput(budget.compareTo(AFTER_EOF) < 0 ? budget : AFTER_EOF));
  }

  @Override
  public void end(Ending ending) {
    end(
        ShutdownLadder.killAtOnce(AFTER_KILL)
            .withAsk(budget.dividedBy(2))
            .withCloseInput(budget)
            .withBudget(budget));
  }

  private void end(ShutdownLadder ladder) {
    stopping = true;
    try {
      ladder.end(child, () -> peer.call(BowireProtocol.SHUTDOWN, null).toFuture(), context.clock());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      peer.close();
      child.close();
    }
  }
}
