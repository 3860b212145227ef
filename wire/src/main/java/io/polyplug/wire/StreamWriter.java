package io.polyplug.wire;

import io.polyplug.base.BlockingTurn;
import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Moves frames from a source to a sink. Whoever wakes it first writes, for itself and for those
 * that wake it meanwhile, without ever blocking; when the sink is full, or when there is no end to
 * it, the role is handed to a thread that may block, which lives only as long as it is needed.
 */
final class StreamWriter {
  /** How many batches a caller writes for others before a thread takes over. */
  private static final int INLINE_BATCHES = 16;

  private static final String CLOSED_HERE = "This end has closed its side of the connection.";

  private final ByteSink sink;
  private final WriteBatch batch;
  private final BlockingTurn blockingTurn;
  private final WriteWatch watch;
  private final Consumer<String> onBroken;
  private final AtomicInteger signals = new AtomicInteger();
  private boolean batchPending;
  private @Nullable String broken;

  /** Why the writing caller left its role in the middle; seen by whoever takes it over. */
  private @Nullable String crashed;

  private volatile boolean ending;
  private volatile boolean closed;
  private boolean sinkClosed;

  StreamWriter(
      ByteSink sink, WriteBatch batch, WriteWatch watch, Consumer<String> onBroken, String name) {
    this.sink = sink;
    this.batch = batch;
    this.watch = watch;
    this.onBroken = onBroken;
    this.blockingTurn = new BlockingTurn(name + "-writer", this::drainBlocking);
  }

  void wake() {
    if (signals.getAndIncrement() == 0) {
      try {
        drainInline();
      } catch (Throwable thrown) {
        // The caller's stack was too deep, or the like. Nobody knows what of the batch went out,
        // and
        // nothing may go out twice: it is over, and that is told.
        crashed = "Writing failed: " + thrown.getClass().getSimpleName() + ".";
        blockingTurn.take();
        throw thrown;
      }
    }
  }

  /** After what the source has now, the sink is closed. */
  void end() {
    ending = true;
    wake();
  }

  /** Stops at once. A blocked write is left to the sink's close, on a thread of its own. */
  void abort() {
    closed = true;
    if (watch.isBlocked()) {
      Thread.ofPlatform().daemon().name("polyplug-close").start(this::closeSink);
    } else {
      closeSink();
    }
  }

  private void drainInline() {
    int batches = 0;
    while (true) {
      int seen = signals.get();
      while (nextBatch()) {
        if (batches++ == INLINE_BATCHES || !offer()) {
          blockingTurn.take();
          return;
        }
      }
      if (finish(seen)) {
        return;
      }
    }
  }

  private void drainBlocking() {
    String sentence = crashed;
    if (sentence != null) {
      crashed = null;
      fail(sentence);
    }
    while (true) {
      int seen = signals.get();
      while (nextBatch()) {
        if (!offer()) {
          block();
        }
      }
      if (finish(seen)) {
        return;
      }
    }
  }

  private boolean finish(int seen) {
    if (ending && !sinkClosed) {
      sinkClosed = true;
      broken = broken == null ? CLOSED_HERE : broken;
      closeSink();
    }
    return signals.addAndGet(-seen) == 0;
  }

  private boolean nextBatch() {
    if (closed) {
      batchPending = false;
      return false;
    }
    if (!batchPending) {
      batchPending = batch.fill();
    }
    return batchPending;
  }

  /** True if the batch is done with, written or not. */
  private boolean offer() {
    if (broken != null) {
      fail(broken);
      return true;
    }
    try {
      if (!batch.took(sink.offer(batch.bytes, batch.offset, batch.length))) {
        return false;
      }
      sink.flush();
    } catch (IOException failure) {
      fail(sentence(failure));
      return true;
    }
    done();
    return true;
  }

  private void block() {
    if (broken != null) {
      fail(broken);
      return;
    }
    watch.begin();
    try {
      sink.write(batch.bytes, batch.offset, batch.length);
      sink.flush();
    } catch (IOException failure) {
      fail(sentence(failure));
      return;
    } finally {
      watch.end();
    }
    done();
  }

  private void done() {
    batchPending = false;
    batch.written();
  }

  private void fail(String sentence) {
    boolean first = broken == null;
    broken = sentence;
    batchPending = false;
    if (sinkClosed) {
      batch.failed(sentence);
    } else if (!closed) {
      batch.lost(sentence);
      if (first) {
        onBroken.accept(sentence);
      }
    }
  }

  private static String sentence(IOException failure) {
    String message = failure.getMessage();
    return "Writing failed: "
        + (message == null ? failure.getClass().getSimpleName() : UntrustedText.escape(message))
        + ".";
  }

  private void closeSink() {
    try {
      sink.close();
    } catch (IOException alreadyGone) {
      // The other end closed first: there is nobody left to tell.
    }
  }
}
