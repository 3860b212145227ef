package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One session of a legacy client over HTTP: its terms, our questions to it, its requests that may
 * be cancelled, and the stream on which it hears what belongs to no request. Safe from any thread.
 */
final class HttpSession implements ServerChanges.Subscriber {
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(10);
  private static final int MOST_KEPT = 10_000;
  private static final int MOST_QUESTIONS = 1_000;

  private final String id;
  private final LegacyClient client;
  private final AtomicLong lastQuestion = new AtomicLong();
  private final Map<String, CompletableFuture<Json>> questions = new ConcurrentHashMap<>();
  private final Map<Json, HttpRun> runs = new ConcurrentHashMap<>();
  private final Set<Json> kept = new LinkedHashSet<>();
  private @Nullable LiveStream stream;
  private boolean closed;
  private volatile long lastUsed;

  HttpSession(String id, LegacyClient client, long now) {
    this.id = id;
    this.client = client;
    this.lastUsed = now;
  }

  String id() {
    return id;
  }

  LegacyClient client() {
    return client;
  }

  void used(long now) {
    lastUsed = now;
  }

  long lastUsed() {
    return lastUsed;
  }

  /** Whether nothing of it is under way. */
  boolean isIdle() {
    return runs.isEmpty() && !isStreaming();
  }

  private synchronized boolean isStreaming() {
    return stream != null;
  }

  /** The stream for what belongs to no request; what waited for it goes out first. */
  synchronized void listen(LiveStream fresh) {
    LiveStream before = stream;
    stream = null;
    if (before != null) {
      keep(before.rest());
    }
    if (closed) {
      fresh.close();
      return;
    }
    stream = fresh;
    kept.forEach(fresh::offer);
    kept.clear();
  }

  synchronized void stopListening(LiveStream ended) {
    if (ended.equals(stream)) {
      stream = null;
    }
    keep(ended.rest());
  }

  /** Each once: what waits already says the same. */
  private void keep(List<Json> messages) {
    LiveStream open = stream;
    for (Json message : messages) {
      if (open != null) {
        open.offer(message);
      } else if (kept.size() < MOST_KEPT) {
        kept.add(message);
      }
    }
  }

  private synchronized void tell(Json message) {
    keep(List.of(message));
  }

  @Override
  public void listChanged(String method) {
    tell(Messages.notification(method, Json.EMPTY_OBJECT));
  }

  @Override
  public void resourceUpdated(String uri) {
    if (client.resources().contains(uri)) {
      tell(Messages.notification(McpMethods.RESOURCE_UPDATED, ServerChanges.updated(uri)));
    }
  }

  /** Asks the client on the stream of one of its requests, and waits for its answer. */
  Json ask(EventSink on, String method, Json params) throws Exception {
    if (questions.size() >= MOST_QUESTIONS) {
      throw new RpcException(ErrorObject.INTERNAL_ERROR, "too many questions to this client");
    }
    String question = "q" + lastQuestion.incrementAndGet();
    CompletableFuture<Json> answer = new CompletableFuture<>();
    questions.put(question, answer);
    try {
      if (!on.send(Messages.request(question, method, params))) {
        throw new RpcException(ErrorObject.INTERNAL_ERROR, "the client is gone");
      }
      return answer.get(LONGEST_ANSWER.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RpcException known ? known : e;
    } catch (TimeoutException e) {
      throw new RpcException(ErrorObject.INTERNAL_ERROR, "the client did not answer " + method);
    } finally {
      questions.remove(question);
    }
  }

  /** An answer of the client; one that nobody waits for is passed over. */
  void answered(Json message) {
    @Nullable Json[] found = JsonParts.find(message, "id", "result", "error");
    String question = found[0] == null ? null : found[0].stringValue();
    CompletableFuture<Json> waiting = question == null ? null : questions.get(question);
    if (waiting == null) {
      return;
    }
    if (found[1] != null) {
      waiting.complete(found[1]);
    } else {
      String text = String.valueOf(found[2]);
      waiting.completeExceptionally(
          new RpcException(ErrorObject.INTERNAL_ERROR, "the client refused: " + text));
    }
  }

  /** Refuses a request whose id is that of one under way: a cancel would mean both. */
  void begin(Json request, HttpRun run) {
    if (runs.putIfAbsent(request, run) != null) {
      throw new RpcException(
          ErrorObject.INVALID_REQUEST, "a request with this id is under way already");
    }
    if (isClosed()) {
      run.cancel();
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  void end(Json request, HttpRun run) {
    runs.remove(request, run);
  }

  void cancel(@Nullable Json request) {
    HttpRun run = request == null ? null : runs.get(request);
    if (run != null) {
      run.cancel();
    }
  }

  /** The session is over: everything of it stops. */
  synchronized void close() {
    closed = true;
    runs.values().forEach(HttpRun::cancel);
    LiveStream open = stream;
    if (open != null) {
      open.close();
    }
  }
}
