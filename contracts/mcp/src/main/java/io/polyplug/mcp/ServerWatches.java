package io.polyplug.mcp;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.Call;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Has a server tell of changes: a modern one by long requests, a legacy one by subscriptions. Safe
 * from any thread.
 */
final class ServerWatches {
  private final McpPlugin plugin;
  private final McpServerInfo server;
  private final ServerCalls calls;
  private final ServerInbox inbox;
  private final ListWatch lists;
  private final Clock clock;

  ServerWatches(
      McpPlugin plugin, McpServerInfo server, ServerCalls calls, ServerInbox inbox, Clock clock) {
    this.plugin = plugin;
    this.server = server;
    this.calls = calls;
    this.inbox = inbox;
    this.clock = clock;
    this.lists = new ListWatch(server, calls, inbox, clock);
  }

  /** Hears of changed lists, if the server tells them, until the returned action is run. */
  Runnable listen(ListKind kind, Runnable listener) {
    Runnable remove = inbox.changes().listen(kind, listener);
    watchLists();
    return remove;
  }

  /** Has the server tell of changed lists, if it can. */
  void watchLists() {
    lists.open();
  }

  /** Hears of updates of a resource until the returned action is run. */
  Runnable watch(String uri, Consumer<String> listener) {
    return server.modern() ? listenTo(uri, listener) : subscribe(uri, listener);
  }

  private Runnable listenTo(String uri, Consumer<String> listener) {
    Json filter =
        filter(
            Json.object(
                out -> {
                  out.writeName("resourceSubscriptions");
                  out.writeStartArray();
                  out.writeString(uri);
                  out.writeEndArray();
                }));
    Runnable remove = inbox.changes().watch(uri, listener);
    CompletableFuture<Boolean> begun = new CompletableFuture<>();
    Call call = calls.listen(McpMethods.LISTEN, filter);
    ListenStreams.Stream stream = inbox.streams().add(call, () -> begun.complete(true));
    var _ =
        call.toFuture()
            .whenComplete(
                (_, failure) -> {
                  if (failure == null) {
                    begun.complete(false);
                  } else {
                    begun.completeExceptionally(calls.replies().reason(failure));
                  }
                });
    try {
      awaitBegun(begun);
    } catch (RuntimeException failure) {
      remove.run();
      stream.close();
      throw failure;
    }
    return () -> {
      remove.run();
      stream.close();
    };
  }

  private void awaitBegun(CompletableFuture<Boolean> begun) {
    Duration within = Deadline.in(plugin.times().request(), clock).left();
    try {
      if (!begun.get(within.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new Failure(FailureCode.UNAVAILABLE, plugin.id(), "it ended the subscription at once")
            .thrown();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure(FailureCode.CANCELLED, plugin.id(), "the caller gave up").thrown();
    } catch (TimeoutException late) {
      throw new Failure(
              FailureCode.TIMEOUT,
              plugin.id(),
              "it did not acknowledge the subscription within "
                  + plugin.times().request().toMillis()
                  + " ms")
          .thrown();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof RuntimeException reason
          ? reason
          : new IllegalStateException(failed);
    }
  }

  private Runnable subscribe(String uri, Consumer<String> listener) {
    Json params = Json.object(out -> out.writeStringProperty("uri", uri));
    // Before it is asked: an update may come before the reply is seen.
    Runnable remove = inbox.changes().watch(uri, listener);
    try {
      var _ = calls.ask(McpMethods.RESOURCES_SUBSCRIBE, params);
    } catch (RuntimeException failure) {
      remove.run();
      throw failure;
    }
    return () -> {
      remove.run();
      if (!inbox.changes().isWatched(uri)) {
        var _ = calls.ask(McpMethods.RESOURCES_UNSUBSCRIBE, params);
      }
    };
  }

  static Json filter(Json notifications) {
    return Json.object(
        out -> {
          out.writeName("notifications");
          notifications.writeTo(out);
        });
  }

  void close() {
    lists.close();
  }
}
