package io.polyplug.base;

import org.jspecify.annotations.Nullable;

/**
 * Makes threads that have nothing from whoever happens to start them. Who reads a message starts
 * what handles it, and may be anybody who waits just then: what that thread carries for its own
 * work, such as the user it works for, must not show up in somebody else's. Classes are looked up
 * by name as whoever made this would. Safe from any thread.
 */
public final class OwnThreads {
  private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

  /** Threads for the one who calls this. */
  public OwnThreads() {}

  /** A virtual thread that is not started. */
  public Thread virtual(String name, Runnable task) {
    return of(Thread.ofVirtual().name(name), task);
  }

  /** A platform thread that is not started and keeps no JVM from ending. */
  public Thread platform(String name, Runnable task) {
    return of(Thread.ofPlatform().daemon().name(name), task);
  }

  private Thread of(Thread.Builder builder, Runnable task) {
    Thread thread = builder.inheritInheritableThreadLocals(false).unstarted(task);
    thread.setContextClassLoader(loader);
    return thread;
  }
}
