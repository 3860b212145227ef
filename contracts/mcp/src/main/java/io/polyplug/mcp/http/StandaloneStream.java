package io.polyplug.mcp.http;

import io.polyplug.wire.FramingException;
import io.polyplug.wire.HttpAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The stream on which a legacy server speaks by itself. Connects again when it is lost; a server
 * that has none is fine. Lives on a virtual thread until it is closed.
 */
final class StandaloneStream implements AutoCloseable {
  private static final int MOST_VAIN = 8;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final StreamableHttp home;
  private final Endpoint endpoint;
  private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
  private final Thread thread;
  private @Nullable InputStream open;
  private boolean closed;

  StandaloneStream(StreamableHttp home, Endpoint endpoint) {
    this.home = home;
    this.endpoint = endpoint;
    this.thread = Thread.ofVirtual().name("polyplug-mcp-events").unstarted(this::run);
  }

  /** Completes with whether the server has such a stream. */
  CompletableFuture<Boolean> start() {
    thread.start();
    return begun;
  }

  private void run() {
    try {
      listen();
    } catch (InterruptedException closedByUs) {
      // Over, as it was meant to be.
    } catch (FramingException broken) {
      home.notice("Its event stream was given up: " + broken.getMessage());
    } finally {
      begun.complete(false);
    }
  }

  private void listen() throws InterruptedException, FramingException {
    EventReading reading =
        new EventReading(
            endpoint.address().maxEvent(),
            endpoint.speech().mayBatch(),
            home::frame,
            message -> false);
    int vain = 0;
    while (vain <= MOST_VAIN) {
      long before = reading.events();
      try {
        HttpAnswer answer = endpoint.get(reading.lastEvent());
        InputStream body = opened(answer.body());
        if (!Endpoint.isEvents(answer)) {
          body.close();
          return;
        }
        begun.complete(true);
        reading.read(body);
      } catch (IOException lost) {
        stopIfClosed();
      }
      vain = reading.events() > before ? 0 : vain + 1;
      Duration pause = reading.retry().multipliedBy(1L << Math.min(vain, 5));
      home.pause(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
      stopIfClosed();
    }
    home.notice("Its event stream was given up: it ended " + vain + " times without an event.");
  }

  private synchronized InputStream opened(InputStream body) throws IOException {
    open = body;
    if (closed) {
      body.close();
    }
    return body;
  }

  private synchronized void stopIfClosed() throws InterruptedException {
    if (closed || home.isClosed()) {
      throw new InterruptedException("closed");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    thread.interrupt();
    try {
      if (open != null) {
        open.close();
      }
    } catch (IOException alreadyGone) {
      // Nothing more is read either way.
    }
  }
}
