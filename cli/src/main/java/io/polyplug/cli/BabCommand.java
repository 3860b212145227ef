package io.polyplug.cli;

import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug bab}: delegates. Does nothing without one of its commands. */
final class BabCommand implements Command {
  static final String NAME = "bab";

  @Override
  public CommandSpec specification(String name) {
    return CommonOptions.command(
        name, "Adds, removes, lists and tests delegates: plugins that wrap other programs.");
  }

  @Override
  public int run(Given given, Surroundings around) {
    throw new UsageProblem("Say what to do: polyplug bab add, remove, list or test-plugin");
  }
}
