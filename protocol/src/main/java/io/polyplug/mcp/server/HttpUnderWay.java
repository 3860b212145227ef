package io.polyplug.mcp.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** All that is under way over HTTP, bounded, so that the end of the server ends it. Any thread. */
final class HttpUnderWay {
  static final int MOST_STREAMS = 1_000;

  private static final Duration LONGEST_END = Duration.ofSeconds(1);

  private final Semaphore room = new Semaphore(MOST_STREAMS);
  private final Set<LiveStream> streams = ConcurrentHashMap.newKeySet();
  private final Set<HttpRun> runs = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** A stream that stays open, to be given back; null if there are too many. */
  @Nullable LiveStream open(EventSink sink) {
    if (!room.tryAcquire()) {
      return null;
    }
    LiveStream stream = new LiveStream(sink);
    streams.add(stream);
    if (closed) {
      stream.close();
    }
    return stream;
  }

  void release(LiveStream stream) {
    if (streams.remove(stream)) {
      room.release();
    }
    tellWhoWaits();
  }

  void begin(HttpRun run) {
    runs.add(run);
    if (closed) {
      run.cancel();
    }
  }

  void end(HttpRun run) {
    runs.remove(run);
    tellWhoWaits();
  }

  private void tellWhoWaits() {
    if (closed) {
      synchronized (this) {
        notifyAll();
      }
    }
  }

  /** Ends all that there is, and at once all that comes later; waits a moment for last words. */
  void close() {
    closed = true;
    streams.forEach(LiveStream::close);
    runs.forEach(HttpRun::cancel);
    try {
      awaitEnds();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void awaitEnds() throws InterruptedException {
    long until = System.nanoTime() + LONGEST_END.toNanos();
    for (long left = LONGEST_END.toNanos();
        left > 0 && !(streams.isEmpty() && runs.isEmpty());
        left = until - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }
}
