package io.polyplug.monorepo.run;

/** Is told how a run goes on, from any thread; must be quick. */
public interface RunListener {
  /** One who does not care. */
  RunListener NONE = new RunListener() {};

  /** How many tasks there may be at most, once that is known. */
  default void planned(int tasks) {}

  /** An install or a task began. */
  default void began(String dish, String what) {}

  /** An install has ended. */
  default void installed(String dish, InstallReport report) {}

  /** A task has ended, or will not begin. */
  default void ended(String dish, TaskReport report) {}
}
