package io.polyplug.host;

import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stream whose results are put in by whoever reads the plugin and taken out by the caller.
 *
 * <p>Putting in never blocks: a slow caller must not hold up the reader, nor another stream. What
 * exceeds the bounds fails this stream alone with {@code overloaded}; what was there before can
 * still be taken. After the end, a failure or {@link #close} nothing more goes in. Safe from any
 * thread.
 */
public final class StreamBuffer implements ToolStream {
  private final String plugin;
  private final int maxMessages;
  private final long maxBytes;
  private final Runnable onClose;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private ArrayDeque<Json> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean ended;
  private volatile boolean closed;
  private @Nullable PluginException failure;

  // What the reader has taken over in one go, so that it needs the lock once for many: only the
  // reader touches the queue, and only it writes how much of it is left, which still counts.
  private ArrayDeque<Json> taken = new ArrayDeque<>();
  private volatile int takenLeft;
  private volatile long takenBytes;

  /**
   * @param onClose told once when the caller closes the stream, so that the plugin can be told or
   *     the rest be dropped
   */
  public StreamBuffer(String plugin, int maxMessages, long maxBytes, Runnable onClose) {
    this.plugin = plugin;
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
    this.onClose = onClose;
  }

  /** Puts in the next result; false if nobody will take it. */
  public boolean offer(Json message) {
    lock.lock();
    try {
      if (ended || closed) {
        return false;
      }
      if (waiting.size() + takenLeft >= maxMessages
          || bytes + takenBytes + message.length() > maxBytes) {
        finish(
            new Failure(
                    FailureCode.OVERLOADED,
                    plugin,
                    "the stream was not read fast enough: more than %d messages or %d bytes wait"
                        .formatted(maxMessages, maxBytes))
                .thrown());
        return false;
      }
      waiting.addLast(message);
      bytes += message.length();
      changed.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The good end. */
  public void end() {
    finishOnce(null);
  }

  /** The bad end: thrown to the caller after everything that came before. */
  public void fail(PluginException reason) {
    finishOnce(reason);
  }

  private void finishOnce(@Nullable PluginException reason) {
    lock.lock();
    try {
      if (!ended) {
        finish(reason);
      }
    } finally {
      lock.unlock();
    }
  }

  private void finish(@Nullable PluginException reason) {
    ended = true;
    failure = reason;
    changed.signalAll();
  }

  @Override
  public Optional<Json> next() {
    return next(Duration.ofDays(36_500));
  }

  @Override
  public Optional<Json> next(Duration timeout) {
    Json message = taken.isEmpty() || closed ? null : taken.removeFirst();
    if (message == null) {
      return takeMore(timeout);
    }
    return Optional.of(counted(message));
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the reader writes them.
  private Json counted(Json message) {
    takenLeft--;
    takenBytes -= message.length();
    return message;
  }

  private Optional<Json> takeMore(Duration timeout) {
    lock.lock();
    try {
      long left = timeout.toNanos();
      while (waiting.isEmpty() && !ended && !closed) {
        if (left <= 0) {
          throw new Failure(FailureCode.TIMEOUT, plugin, "the stream gave nothing for " + timeout)
              .thrown();
        }
        left = changed.awaitNanos(left);
      }
      if (closed || waiting.isEmpty()) {
        return over();
      }
      ArrayDeque<Json> empty = taken;
      empty.clear();
      taken = waiting;
      takenLeft = taken.size();
      takenBytes = bytes;
      waiting = empty;
      bytes = 0;
      return Optional.of(counted(taken.removeFirst()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure(FailureCode.CANCELLED, plugin, "the reader was interrupted").thrown();
    } finally {
      lock.unlock();
    }
  }

  private Optional<Json> over() {
    if (!closed && failure != null) {
      throw failure;
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      waiting.clear();
      bytes = 0;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    onClose.run();
  }

  /** How many results wait to be taken. */
  public int waiting() {
    lock.lock();
    try {
      return waiting.size() + takenLeft;
    } finally {
      lock.unlock();
    }
  }
}
