package io.polyplug.process;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A process that was started here. Safe from any thread.
 *
 * <p>Its exit is seen and reaped by the spawner whether or not anybody asks. Whoever started it
 * {@linkplain #close closes} it: until then its pipes stay open, also after its exit, so that what
 * it wrote before can be read.
 *
 * <p>What is promised about the processes that a child starts in turn: those that stay in its
 * process group are ended with it, whatever happened in between. Those that left the group are
 * ended if, when a signal is sent to the tree, a chain of living parents leads from them to the
 * child. One that left the group <em>and</em> whose parent is gone (a daemon that forked twice) is
 * not found: that takes a kernel container, which this module does not make.
 */
public interface Child extends AutoCloseable {
  /** The process id; after the exit another process may have it. */
  long pid();

  /** The pipe to its stdin; closed from the start if its stdin is no pipe. */
  ChildInput stdin();

  /** The pipe from its stdout; at its end from the start if its stdout is no pipe. */
  ChildOutput stdout();

  /** The pipe from its stderr; at its end from the start unless the policy is to pipe it. */
  ChildOutput stderr();

  /** The last bytes of a drained stderr, what is in the pipe now included; raw text. */
  String stderrTail();

  /**
   * Takes what is in a drained stderr now, on this thread, so that after an exit all that the child
   * wrote before has reached the consumer of lines. Does nothing for other policies.
   */
  void drainStderr();

  /** Completes with the exit status. Dependents run as {@link #onExit} says. */
  CompletableFuture<ExitStatus> exit();

  /**
   * Calls the consumer once when the child has exited, at once if it has: on the one thread that
   * sees the exits of all children, on one that waits for this exit, or on this one. It must be
   * short and must not block.
   */
  default void onExit(Consumer<ExitStatus> consumer) {
    var _ = exit().thenAccept(consumer);
  }

  /** The exit status if the child has exited. */
  Optional<ExitStatus> exitStatus();

  /** Whether it has not exited yet. */
  default boolean isAlive() {
    return exitStatus().isEmpty();
  }

  /** Waits for the exit, at most so long; empty if the time ran out. */
  Optional<ExitStatus> awaitExit(Duration atMost) throws InterruptedException;

  /** Sends a signal to the process alone; false if it has exited. */
  boolean signal(int signal);

  /** Who descends from it now, itself included, for a later {@link #signalTree}. */
  ProcessTree snapshot();

  /**
   * Sends a signal to its group, to its descendants of now and to those of the earlier snapshot
   * that still live. A process id that was given to another process in between is never touched.
   */
  void signalTree(int signal, ProcessTree earlier);

  /** As {@link #signalTree(int, ProcessTree)} without an earlier snapshot. */
  default void signalTree(int signal) {
    signalTree(signal, ProcessTree.NONE);
  }

  /**
   * After its exit: ends by KILL what is left of its process group. Does nothing while it lives, or
   * if it has no group of its own.
   */
  void endLeftovers();

  /** The child sees the end of its input. */
  default void closeStdin() {
    stdin().close();
  }

  /**
   * Ends what still runs of the tree by KILL, waits for the exit at most two seconds, drains stderr
   * and closes all pipes. Closing twice does nothing.
   */
  @Override
  void close();
}
