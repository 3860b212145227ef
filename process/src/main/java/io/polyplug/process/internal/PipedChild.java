package io.polyplug.process.internal;

import io.polyplug.process.ChildInput;
import io.polyplug.process.ChildOutput;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.Signals;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the children of all spawners have in common: streams, an exit, and how they are closed. */
abstract sealed class PipedChild implements TrackedChild
    permits MemoryChild, NativeChild, PortableChild {
  private final ChildStreams streams;
  private final CompletableFuture<ExitStatus> exit;
  private final AtomicBoolean closed = new AtomicBoolean();

  PipedChild(ChildStreams streams, CompletableFuture<ExitStatus> exit) {
    this.streams = streams;
    this.exit = exit;
  }

  @Override
  public final ChildInput stdin() {
    return streams.stdin();
  }

  @Override
  public final ChildOutput stdout() {
    return streams.stdout();
  }

  @Override
  public final ChildOutput stderr() {
    return streams.stderr();
  }

  @Override
  public final String stderrTail() {
    return streams.drain() == null ? "" : streams.drain().tail();
  }

  @Override
  public final void drainStderr() {
    if (streams.drain() != null) {
      streams.drain().drain();
    }
  }

  @Override
  public final CompletableFuture<ExitStatus> exit() {
    return exit.copy();
  }

  @Override
  public final Optional<ExitStatus> exitStatus() {
    return Optional.ofNullable(exit.getNow(null));
  }

  @Override
  public Optional<ExitStatus> awaitExit(Duration atMost) throws InterruptedException {
    return Waiting.forValue(exit, atMost);
  }

  @Override
  public final void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (isAlive()) {
      signalTree(Signals.KILL);
      Waiting.uninterruptibly(exit, Waiting.AFTER_KILL);
    }
    endLeftovers();
    streams.close();
  }

  @Override
  public final String toString() {
    return "process " + pid();
  }
}
