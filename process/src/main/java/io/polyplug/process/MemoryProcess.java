package io.polyplug.process;

import io.polyplug.base.Clock;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * What a {@link MemoryProgram} has instead of {@link System}: its streams, what it was started
 * with, and its end. Safe from any thread; valid until the process has exited, after which its
 * input is over and its output goes nowhere.
 */
public interface MemoryProcess {
  /** What it was started with: arguments, folder, environment. */
  ProcessSpec spec();

  /** Larger than any id of a real process. */
  long pid();

  /** Its time, which is that of the spawner. */
  Clock clock();

  /** What the host writes to it; at its end when the host closes its end. */
  InputStream stdin();

  /** To the host; blocks while 64 KiB wait to be read. */
  OutputStream stdout();

  /** Wherever the specification says; never blocks, except if it is piped. */
  PrintStream stderr();

  /** Ends the process with this code, whatever its threads do; the first end counts. */
  void exit(int code);

  /** Starts a child of its own, likewise in memory; whoever starts it closes it. */
  Child start(ProcessSpec child, MemoryProgram program);

  /** Has this run, on the thread that sends it, when TERM comes, instead of ending the process. */
  void onTerm(Runnable action);
}
