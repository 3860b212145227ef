package io.polyplug.process;

/** A program that is code of this JVM, for a {@link MemorySpawner}. */
@FunctionalInterface
public interface MemoryProgram {
  /**
   * Runs from start to end on a thread of its own, which is interrupted when the process is ended
   * by a signal. What it throws is shown on its stderr and is the exit code 1, as of any program.
   *
   * @return the exit code
   */
  int run(MemoryProcess self) throws Exception;
}
