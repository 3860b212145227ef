package io.polyplug.process;

import java.util.List;

/** The numbers of the signals that are sent here, and the names of those that may be seen. */
public final class Signals {
  /** Asks a process to end. */
  public static final int TERM = 15;

  /** Ends a process without asking. */
  public static final int KILL = 9;

  /** What Ctrl-C sends. */
  public static final int INT = 2;

  private static final List<String> LINUX =
      List.of(
          "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
          "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
          "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private Signals() {}

  /** The name of a signal on Linux; the number itself if it has none. */
  public static String name(int signal) {
    return signal >= 1 && signal <= LINUX.size() ? "SIG" + LINUX.get(signal - 1) : "SIG" + signal;
  }
}
