package io.polyplug.process;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.process.internal.MemoryChild;
import io.polyplug.process.internal.MemoryTraffic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A spawner whose programs are code of this JVM: for tests of what starts, watches and ends
 * processes, without processes and in a time that the test moves.
 *
 * <p>A child of it has pipes, an exit, a stderr and signals as any other, but descends from nobody
 * and has no descendants; {@link Child#awaitExit} waits in the time of the given clock. A child
 * that is ended by a signal is gone at once; its thread is interrupted and may take longer. Safe
 * from any thread; whoever makes it closes it after its children.
 */
public final class MemorySpawner implements Spawner, AutoCloseable {
  /** Beyond what any kernel counts to, so that nobody takes one for a real process. */
  private static final long FIRST_PID = 10_000_000;

  private final Clock clock;
  private final MemoryTraffic traffic = new MemoryTraffic();
  private final AtomicLong pids = new AtomicLong(FIRST_PID);
  private final Map<Path, MemoryProgram> programs = new HashMap<>();
  private final List<ProcessSpec> started = new ArrayList<>();
  private final List<MemoryChild> children = new ArrayList<>();
  private @Nullable MemoryProgram other;
  private boolean closed;

  /** In this time. */
  public MemorySpawner(Clock clock) {
    this.clock = clock;
  }

  /** What runs when this path is started; the file need not exist. */
  public synchronized MemorySpawner program(Path path, MemoryProgram program) {
    programs.put(path.toAbsolutePath().normalize(), program);
    return this;
  }

  /** What runs when any other path is started; without this such a start fails. */
  public synchronized MemorySpawner otherwise(MemoryProgram program) {
    other = program;
    return this;
  }

  @Override
  public Child start(ProcessSpec spec) throws LaunchFailure {
    MemoryChild child;
    synchronized (this) {
      if (closed) {
        throw new LaunchFailure(
            LaunchFailure.Reason.HOST_CLOSED, "The spawner is closed and starts nothing more.");
      }
      MemoryProgram program = programs.getOrDefault(spec.program().normalize(), other);
      if (program == null) {
        throw new LaunchFailure(
            LaunchFailure.Reason.NOT_FOUND,
            "There is no program in memory for \""
                + UntrustedText.escape(spec.program().toString())
                + "\"; give the spawner one.");
      }
      child = new MemoryChild(pids.incrementAndGet(), spec, program, clock, traffic);
      started.add(spec);
      children.removeIf(MemoryChild::isOver);
      children.add(child);
    }
    child.begin();
    return child;
  }

  /** All that was started so far, in order. */
  public synchronized List<ProcessSpec> started() {
    return List.copyOf(started);
  }

  /** The children that have not exited. */
  public synchronized List<Child> alive() {
    return children.stream().filter(Child::isAlive).map(Child.class::cast).toList();
  }

  /**
   * Returns when all that was written to or by children has been read, and then for a while nobody
   * started, wrote, read or exited; false if it did not come to that within the given time. Both
   * times are real ones. What a program or a host does without a byte is not seen: await its event
   * instead, where there is one.
   */
  public boolean awaitQuiet(Duration window, Duration atMost) throws InterruptedException {
    return traffic.awaitQuiet(window, atMost);
  }

  /** Starts nothing more; ends what runs, and waits a moment for the threads of all programs. */
  @Override
  public void close() {
    List<MemoryChild> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(children);
    }
    left.forEach(MemoryChild::close);
    left.forEach(MemoryChild::awaitThread);
  }

  /** The threads of programs that run on although their process is gone; none after a good end. */
  public synchronized List<Thread> leftThreads() {
    return children.stream()
        .filter(child -> !child.isAlive() && !child.isOver())
        .map(MemoryChild::thread)
        .toList();
  }
}
