package io.polyplug.workbench.api;

import io.polyplug.base.Clock;
import io.polyplug.door.Refused;
import io.polyplug.host.PluginException;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.time.Duration;

/**
 * {@code POST /api/calls}: calls a tool and answers with what it gave; {@code DELETE
 * /api/calls/ID}: gives up a call, or a stream that has an id. What a plugin could not do is an
 * answer like any other and has the status 200.
 */
final class CallRoutes implements AutoCloseable {
  private final Served served;
  private final Clock clock;
  private final Underway<Underway.Entry> underway;

  CallRoutes(Served served, Clock clock, Underway<Underway.Entry> underway) {
    this.served = served;
    this.clock = clock;
    this.underway = underway;
  }

  CallRoutes addTo(Routes.Builder routes) {
    routes.add("POST", "/api/calls", this::call);
    routes.add("DELETE", "/api/calls/{id}", this::cancel);
    return this;
  }

  private void call(ApiCall call) throws IOException, Refused, ApiProblem {
    CallRequest request = CallRequest.of(call.json());
    Waiting waiting = new Waiting(Thread.currentThread());
    String id = underway.add(request.id(), waiting);
    Json answer;
    try {
      answer = answer(request);
    } finally {
      underway.remove(id);
      waiting.over();
    }
    call.answer(200, answer);
  }

  private Json answer(CallRequest request) {
    long from = clock.nanoTime();
    try {
      ToolResult result =
          served.host().plugin(request.plugin()).tool(request.tool()).call(request.call());
      return Outcomes.of(result, since(from));
    } catch (PluginException failure) {
      return Outcomes.of(failure, since(from));
    }
  }

  private Duration since(long from) {
    return Duration.ofNanos(clock.nanoTime() - from);
  }

  private void cancel(ApiCall call) throws IOException, ApiProblem {
    underway.get(call.variable("id")).cancel();
    call.done();
  }

  @Override
  public void close() {
    underway.close();
  }

  /** A thread that waits for a plugin; it is interrupted while it does, and never after. */
  private static final class Waiting implements Underway.Entry {
    private final Thread thread;
    private boolean over;

    Waiting(Thread thread) {
      this.thread = thread;
    }

    @Override
    public synchronized void cancel() {
      if (!over) {
        thread.interrupt();
      }
    }

    /** The answer still has to be written, which an interrupt would keep from being sent. */
    synchronized void over() {
      over = true;
      boolean _ = Thread.interrupted();
    }
  }
}
