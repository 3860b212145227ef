package io.polyplug.bowire;

import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.host.ChildEnd;
import io.polyplug.host.ChildTransport;
import io.polyplug.host.Ending;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.Replies;
import io.polyplug.process.Child;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.ShutdownLadder;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import io.polyplug.wire.Transport;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** A sidecar that is a process of ours, spoken to over its standard streams (section 7). */
final class StdioLink implements SidecarLink {
  /** How long one that did not shake hands may take to see the end of its input. */
  private static final Duration AFTER_EOF = Duration.ofMillis(500);

  private static final ChildEnd.Words WORDS =
      new ChildEnd.Words(
          "Sidecar was stopped",
          "Sidecar was ended",
          "Sidecar closed its standard output and was killed",
          StdioLink::sentence);

  private final Duration budget;
  private final InstanceContext context;
  private final Child child;
  private final Peer peer;
  private final ChildEnd end;

  private StdioLink(
      Sidecar sidecar,
      Duration budget,
      InstanceContext context,
      Child child,
      PeerNotices notices,
      Subscriptions subscriptions) {
    this.budget = budget;
    this.context = context;
    this.child = child;
    this.end = new ChildEnd(sidecar.id(), child, BowireTimes.EXIT_AFTER_OUTPUT, budget, WORDS);
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
                    end.concluded(reason);
                  }
                })
            .start();
  }

  /** Starts the process; throws {@code launch_failed}. */
  static StdioLink open(
      Sidecar sidecar,
      SidecarManifest.Wire.Stdio wire,
      InstanceContext context,
      PeerNotices notices,
      Subscriptions subscriptions) {
    var spec = new SidecarProgram(sidecar, wire).specification(context.events());
    return context.launch(
        sidecar.id(),
        spec,
        child -> new StdioLink(sidecar, wire.shutdown(), context, child, notices, subscriptions));
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
    return end.gone();
  }

  /** Over a pipe only a message that is too large cannot be sent. */
  @Override
  public Replies replies(String plugin) {
    return new Replies(plugin, BowireProtocol.ERROR_PREFIX, FailureCode.INVALID_INPUT, end::reason);
  }

  @Override
  public void hung(String sentence) {
    end.kill(sentence);
  }

  @Override
  public List<String> lastWords() {
    return end.lastWords();
  }

  /** The contract's words for an exit (7.6). */
  static String sentence(ExitStatus status) {
    return switch (status) {
      case ExitStatus.Exited(int code) -> "Sidecar exited with code " + code;
      case ExitStatus.Signaled killed ->
          "Sidecar killed by signal " + killed.signal() + " (" + killed.name() + ")";
    };
  }

  @Override
  public void drop() {
    end(
        ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL)
            .withCloseInput(budget.compareTo(AFTER_EOF) < 0 ? budget : AFTER_EOF));
  }

  @Override
  public void end(Ending ending) {
    end(
        ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL)
            .withAsk(budget.dividedBy(2))
            .withCloseInput(budget)
            .withBudget(budget));
  }

  private void end(ShutdownLadder ladder) {
    end.descend(
        ladder,
        () -> peer.call(BowireProtocol.SHUTDOWN, null).toFuture(),
        peer::close,
        context.clock());
  }
}
