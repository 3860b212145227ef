package io.polyplug.mcp;

import io.polyplug.host.ChildEnd;
import io.polyplug.host.ChildTransport;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.Replies;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.process.Child;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ShutdownLadder;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A server that is a process of ours, spoken to over its standard streams. */
final class StdioLink implements McpLink {
  /** How long output is still read after the exit, if a descendant keeps the pipe open. */
  private static final Duration DRAIN = Duration.ofSeconds(1);

  /** How long the process may take to exit after it closed its output. */
  private static final Duration EXIT_AFTER_OUTPUT = Duration.ofMillis(500);

  /** How long one that was not met properly may take to see the end of its input. */
  private static final Duration AFTER_EOF = Duration.ofMillis(500);

  private static final ChildEnd.Words WORDS =
      new ChildEnd.Words(
          "the server was stopped",
          "the server was ended",
          "the server closed its standard output and was killed",
          StdioLink::sentence);

  private final String plugin;
  private final McpTimes times;
  private final InstanceContext context;
  private final Child child;
  private final ChildEnd end;
  private final Peer peer;

  private StdioLink(
      String plugin, McpTimes times, InstanceContext context, ServerInbox inbox, Child child) {
    this.plugin = plugin;
    this.times = times;
    this.context = context;
    this.child = child;
    this.end =
        new ChildEnd(
            plugin,
            child,
            EXIT_AFTER_OUTPUT,
            times.shutdown().plus(times.killAfterTerm()).plus(ChildEnd.AFTER_KILL),
            WORDS);
    this.peer =
        inbox
            .attach(
                Peer.over(
                    ChildTransport.over(
                        plugin, child, McpDialect.LINES, context.clock(), DRAIN, null),
                    McpDialect.CLIENT))
            .clock(context.clock())
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    inbox.notices().tellStrays();
                    end.concluded(reason);
                  }
                })
            .start();
  }

  /** Starts the process; throws {@code launch_failed}. */
  static StdioLink open(
      String plugin,
      ProcessSpec program,
      McpTimes times,
      InstanceContext context,
      ServerInbox inbox) {
    return context.launch(
        plugin, program, child -> new StdioLink(plugin, times, context, inbox, child));
  }

  private static String sentence(ExitStatus status) {
    return switch (status) {
      case ExitStatus.Exited(int code) -> "the server exited with code " + code;
      case ExitStatus.Signaled killed ->
          "the server was killed by signal " + killed.signal() + " (" + killed.name() + ")";
    };
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
  public Replies replies() {
    return new Replies(plugin, McpSession.ERROR_PREFIX, FailureCode.INVALID_INPUT, end::reason);
  }

  @Override
  public List<String> lastWords() {
    return end.lastWords();
  }

  @Override
  public Refusal refusal() {
    return Refusal.NOT_UNDERSTOOD;
  }

  @Override
  public String hint() {
    return "";
  }

  @Override
  public void speaking(Speech speech) {
    // A pipe carries all revisions in the same way.
  }

  @Override
  public void met(boolean modern) {
    // What a server says by itself comes over the same pipe.
  }

  @Override
  public boolean needsTools() {
    return false;
  }

  @Override
  public void tools(Function<String, ToolHeaders> marked) {
    // There are no headers.
  }

  @Override
  public boolean isForgotten() {
    return false;
  }

  @Override
  public void drop() {
    close(ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL).withCloseInput(AFTER_EOF));
  }

  @Override
  public void close() {
    close(
        ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL)
            .withCloseInput(times.shutdown())
            .withTerminate(times.killAfterTerm()));
  }

  private void close(ShutdownLadder ladder) {
    end.descend(ladder, peer::close, context.clock());
  }
}
