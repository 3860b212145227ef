package io.polyplug.cli;

import picocli.CommandLine.Model.CommandSpec;

/** One command: how it is written, and what it does. */
interface Command {
  /**
   * How it is written. Built in code: reading annotations would double the start of the program.
   */
  CommandSpec specification(String name);

  /** Does it and gives the exit code. */
  int run(Given given, Surroundings around) throws Exception;
}
