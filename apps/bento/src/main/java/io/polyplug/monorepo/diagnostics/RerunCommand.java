package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Rerun;

/** The command that is run again to get a report for programs. */
public final class RerunCommand {
  /** What follows it is for a program that the tool starts, so our arguments go before it. */
  private static final String SEPARATOR = " -- ";

  private RerunCommand() {}

  /** The shell command made from the one of the task. */
  public static String of(String run, Rerun rerun) {
    return switch (rerun) {
      case Rerun.Replace(String command) -> command;
      case Rerun.AppendArgs(var args) when args.isEmpty() -> run;
      case Rerun.AppendArgs(var args) -> {
        // Unquoted, as the contract says: an argument may be anything that a shell understands.
        String more = " " + String.join(" ", args);
        int separator = run.indexOf(SEPARATOR);
        yield separator < 0
            ? run + more
            : run.substring(0, separator) + more + run.substring(separator);
      }
    };
  }
}
