package io.polyplug.bento;

import java.util.List;

/** How the command that captures diagnostics is made from the command of a task. */
public sealed interface Rerun {
  /** The task's own command with further arguments. */
  record AppendArgs(List<String> args) implements Rerun {
    public AppendArgs {
      args = List.copyOf(args);
    }
  }

  /** Another command. */
  record Replace(String command) implements Rerun {}
}
