package io.polyplug.process;

/** How a process ended: by itself with a code, or by a signal. */
public sealed interface ExitStatus {
  /** The code when somebody else in this JVM took the status away. */
  int UNKNOWN_CODE = -1;

  /** The process ended by itself with a code from 0 to 255, or {@link #UNKNOWN_CODE}. */
  record Exited(int code) implements ExitStatus {
    @Override
    public String sentence() {
      return "exited with code " + code;
    }
  }

  /** The process was ended by a signal. */
  record Signaled(int signal) implements ExitStatus {
    /** The signal as people know it, as {@code SIGKILL}. */
    public String name() {
      return Signals.name(signal);
    }

    @Override
    public String sentence() {
      return "was killed by signal " + signal + " (" + name() + ")";
    }
  }

  /** The second half of a sentence about the process, as {@code exited with code 3}. */
  String sentence();

  /** Whether the process ended by itself with code 0. */
  default boolean isSuccess() {
    return this instanceof Exited(int code) && code == 0;
  }
}
