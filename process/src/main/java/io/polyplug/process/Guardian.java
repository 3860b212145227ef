package io.polyplug.process;

import io.polyplug.process.internal.GuardedSpawner;

/**
 * Sees to it that nothing outlives the host, even one ended by KILL. One for each host process.
 *
 * <p>With the first child that its {@linkplain #spawner spawner} starts it starts a small shell in
 * a session of its own. When the host is gone, however it went, the shell sends TERM to the process
 * groups of all children that were still there and to all that descend from them, and KILL a second
 * later. Each child is known to it before it exists. With the native spawner it survives Ctrl-C and
 * the end of the host's whole process group; if it is ended itself, another takes its place at
 * once.
 *
 * <p>A {@link Journal} catches what remains if host and guardian were ended together.
 *
 * <p>What is not caught: a process that left the group of its child and whose parent is gone. The
 * portable spawner makes no groups, so that there it is the children themselves that are ended.
 *
 * <p>Safe from any thread.
 */
public final class Guardian implements AutoCloseable {
  private final GuardedSpawner spawner;

  private Guardian(GuardedSpawner spawner) {
    this.spawner = spawner;
  }

  /** Guards what is started through {@link #spawner}; starts nothing yet. */
  public static Guardian of(Spawner spawner) {
    return new Guardian(GuardedSpawner.of(spawner, null));
  }

  /** As {@link #of(Spawner)}, with each child in the journal while it runs. */
  public static Guardian of(Spawner spawner, Journal journal) {
    return new Guardian(GuardedSpawner.of(spawner, journal));
  }

  /** The spawner whose children are guarded. */
  public Spawner spawner() {
    return spawner;
  }

  /**
   * No more starts; what still runs of the guarded children is ended by the guardian as if the host
   * were gone. Close the children before.
   */
  @Override
  public void close() {
    spawner.close();
  }
}
