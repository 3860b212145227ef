package io.polyplug.mcp;

import io.polyplug.base.Clock;
import io.polyplug.host.PluginFailure;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.Call;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Has a modern server tell of changed lists, by one long request. One that ends is made again after
 * a pause that grows, and all lists then count as changed: nobody knows what was missed. Safe from
 * any thread.
 */
final class ListWatch implements AutoCloseable {
  private static final int MOST_VAIN = 8;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  /** A stream that lived so long was a good one. */
  private static final Duration LONG = Duration.ofSeconds(60);

  private final List<ListKind> told;
  private final ServerCalls calls;
  private final ServerInbox inbox;
  private final Clock clock;
  private ListenStreams.@Nullable Stream stream;
  private boolean opened;
  private boolean closed;
  private int vain;

  ListWatch(McpServerInfo server, ServerCalls calls, ServerInbox inbox, Clock clock) {
    // A legacy server tells without being asked.
    this.told =
        Arrays.stream(ListKind.values())
            .filter(kind -> server.modern() && server.has(kind.capability(), "listChanged"))
            .toList();
    this.calls = calls;
    this.inbox = inbox;
    this.clock = clock;
  }

  /** Begins, unless it has. */
  synchronized void open() {
    if (!told.isEmpty() && !opened && !closed) {
      opened = true;
      ask();
    }
  }

  private void ask() {
    long from = clock.nanoTime();
    Call call = calls.listen(McpMethods.LISTEN, ServerWatches.filter(wanted()));
    stream = inbox.streams().add(call, () -> {});
    var _ = call.toFuture().whenComplete((_, failure) -> ended(failure, from));
  }

  private Json wanted() {
    return Json.object(out -> told.forEach(kind -> out.writeBooleanProperty(kind.filter(), true)));
  }

  private synchronized void ended(@Nullable Throwable failure, long from) {
    if (closed || !mayAskAgain(failure)) {
      return;
    }
    vain = clock.nanoTime() - from > LONG.toNanos() ? 1 : vain + 1;
    if (vain > MOST_VAIN) {
      inbox
          .notices()
          .warn("It ends every stream of changes: none is asked for until its lists are.");
      opened = false;
      return;
    }
    Clock.Timer _ =
        clock.pause(
            FIRST_PAUSE.multipliedBy(1L << (vain - 1)),
            () -> Thread.ofVirtual().name("polyplug-mcp-listen").start(this::again));
  }

  private static boolean mayAskAgain(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return !(cause instanceof CallException known)
        || switch (known.failure()) {
          case CallFailure.RemoteError _, CallFailure.Disconnected _ -> false;
          case CallFailure.Timeout _,
              CallFailure.Cancelled _,
              CallFailure.Overloaded _,
              CallFailure.ProtocolViolation _,
              CallFailure.SendFailed _ ->
              true;
        };
  }

  private void again() {
    synchronized (this) {
      if (closed) {
        return;
      }
      try {
        ask();
      } catch (PluginFailure stopping) {
        return;
      }
    }
    told.forEach(inbox.changes()::changed);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (stream != null) {
      stream.close();
    }
  }
}
