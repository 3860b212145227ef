package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.McpErrors;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One request over HTTP while it is answered: a single JSON object if the answer comes soon and
 * alone, an event stream otherwise. A client that goes away cancels it.
 */
final class HttpRun {
  /** After which the answer becomes a stream, and how often the stream gives a sign of life. */
  private static final long BREATH_MILLIS = 1_000;

  private final HttpCall call;
  private final Json id;
  private final boolean modern;
  private final HttpReplies.Takes takes;
  private final EventSink sink;
  private final FutureTask<Json> work;

  /**
   * For a request of this id.
   *
   * @param modern whether errors have a status of their own
   * @param takes what the client takes
   */
  HttpRun(
      HttpCall call,
      Json id,
      boolean modern,
      HttpReplies.Takes takes,
      EventSink sink,
      Callable<Json> answer) {
    this.call = call;
    this.id = id;
    this.modern = modern;
    this.takes = takes;
    this.sink = sink;
    this.work = new FutureTask<>(answer);
  }

  void cancel() {
    work.cancel(true);
  }

  /** Runs it on another virtual thread and answers; returns when all is sent. */
  void run() throws IOException, InterruptedException {
    Thread.ofVirtual().name("mcp-request").start(work);
    try {
      finish(await(), 200);
    } catch (ExecutionException e) {
      ErrorObject error = errorOf(e.getCause());
      finish(Messages.error(id, error), statusOf(error.code()));
    } catch (CancellationException e) {
      // The client does not want an answer; a stream ends without one.
      if (!sink.close() && !sink.isGone()) {
        HttpReplies.empty(call, 202, Map.of());
      }
    } finally {
      work.cancel(true);
    }
  }

  private Json await() throws ExecutionException, InterruptedException {
    while (true) {
      try {
        return Messages.result(id, work.get(BREATH_MILLIS, TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        if (takes.events() && !sink.breathe()) {
          cancel();
        }
      }
    }
  }

  private void finish(Json message, int status) throws IOException {
    if (sink.isOpen() || !takes.json()) {
      sink.send(message);
      sink.close();
    } else {
      HttpReplies.json(call, status, Map.of(), message);
    }
  }

  private static ErrorObject errorOf(@Nullable Throwable failure) {
    return failure instanceof RpcException known
        ? known.error()
        : new ErrorObject(ErrorObject.INTERNAL_ERROR, "internal error");
  }

  private int statusOf(int code) {
    if (!modern) {
      return 200;
    }
    return code == ErrorObject.METHOD_NOT_FOUND ? 404 : McpErrors.isModern(code) ? 400 : 200;
  }
}
