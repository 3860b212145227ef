package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.host.ChildEnd;
import io.polyplug.host.ChildTransport;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.HostEvent;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.Replies;
import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ShutdownLadder;
import io.polyplug.process.StderrPolicy;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.InboundBounds;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import io.polyplug.wire.Transport;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The process of one plugin and the conversation with it (3, 4, 8.1). Safe from any thread. */
final class AinbLink {
  private static final int MAX_STDERR_LINE = 16 * 1024;

  /** How long output is still read after the exit, if a descendant keeps the pipe open. */
  private static final Duration DRAIN = Duration.ofSeconds(1);

  /** How long the process may take to exit after it closed its output. */
  private static final Duration EXIT_AFTER_OUTPUT = Duration.ofMillis(500);

  /** How long one that did not start well may take to see the end of its input. */
  private static final Duration AFTER_EOF = Duration.ofMillis(500);

  /** An action may never be answered, and what it was asked with is held as long. */
  private static final InboundBounds INBOUND =
      new InboundBounds(100_000, 64L << 20, InboundBounds.OnFull.PAUSE_READING, 1_024, 64L << 20);

  private static final ChildEnd.Words WORDS =
      new ChildEnd.Words(
          "it was stopped",
          "it was killed",
          "it closed its standard output and was killed",
          AinbLink::sentence);

  private final PluginFolder plugin;
  private final AinbOptions options;
  private final InstanceContext context;
  private final BusSeat seat;
  private final Child child;
  private final ChildEnd end;
  private final Peer peer;

  private AinbLink(
      PluginFolder plugin,
      AinbOptions options,
      InstanceContext context,
      PeerNotices notices,
      BusSeat seat,
      ReverseCalls reverse,
      Child child) {
    this.plugin = plugin;
    this.options = options;
    this.context = context;
    this.seat = seat;
    this.child = child;
    String name = plugin.manifest().name();
    this.end =
        new ChildEnd(
            name,
            child,
            EXIT_AFTER_OUTPUT,
            options.times().shutdownGrace().plus(options.times().killAfterTerm()),
            WORDS);
    Transport transport =
        ChildTransport.over(
            name,
            child,
            AinbProtocol.framing(),
            context.clock(),
            DRAIN,
            options.times().frameWrite());
    this.peer =
        AinbLanes.in(reverse.attach(Peer.over(transport, AinbProtocol.dialect())))
            .inboundBounds(INBOUND)
            .clock(context.clock())
            .observer(notices)
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    // Before anybody hears that it is gone: it has left the bus by then.
                    seat.close();
                    end.concluded(reason);
                  }
                })
            .start();
    seat.open(peer);
  }

  /** What a plugin has of the host's environment: all of it. */
  static Environment environment() {
    return Environment.empty().inheritAll();
  }

  /** Starts the process; throws {@code launch_failed}. */
  static AinbLink open(
      PluginFolder plugin,
      AinbOptions options,
      InstanceContext context,
      String who,
      PeerNotices notices,
      BusSeat seat,
      ReverseCalls reverse) {
    ProcessSpec spec =
        ProcessSpec.of(plugin.executable())
            .folder(plugin.folder())
            .environment(environment())
            .stderr(
                StderrPolicy.lines(
                    MAX_STDERR_LINE,
                    line ->
                        context
                            .events()
                            .emit(new HostEvent.LogLine(who, HostEvent.Level.INFO, line))))
            .build();
    return context.launch(
        plugin.manifest().name(),
        spec,
        child -> new AinbLink(plugin, options, context, notices, seat, reverse, child));
  }

  private static String sentence(ExitStatus status) {
    return switch (status) {
      case ExitStatus.Exited(int code) -> "plugin exited with code " + code;
      case ExitStatus.Signaled killed ->
          "plugin exited: killed by signal " + killed.signal() + " (" + killed.name() + ")";
    };
  }

  Peer peer() {
    return peer;
  }

  ChildEnd end() {
    return end;
  }

  long pid() {
    return child.pid();
  }

  CompletionStage<Failure> gone() {
    return end.gone();
  }

  /** Over a pipe only a message that is too large cannot be sent. */
  Replies replies() {
    return new Replies(plugin.manifest().name(), "", FailureCode.INVALID_INPUT, end::reason);
  }

  /** Ends one that has not answered init. */
  void drop() {
    close(ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL).withCloseInput(AFTER_EOF));
  }

  /** Asks it to end, closes its input, and ends it with its descendants if it stays (5.2). */
  void shutDown() {
    close(
        ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL)
            .withAsk(options.times().shutdownReply())
            .withCloseInput(options.times().shutdownGrace())
            .withTerminate(options.times().killAfterTerm())
            .withBudget(options.times().shutdownGrace()));
  }

  private void close(ShutdownLadder ladder) {
    end.stopping();
    seat.close();
    AinbLanes.close(peer);
    end.descend(ladder, this::askToEnd, peer::close, context.clock());
  }

  private CompletionStage<?> askToEnd() {
    return peer.call(AinbProtocol.SHUTDOWN, null, CallOptions.NONE.in(AinbLanes.LIFE)).toFuture();
  }
}
