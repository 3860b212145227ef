package io.polyplug.cli;

import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug rollback ID}: puts back what the last upgrade replaced. */
final class RollbackCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Puts the version before the last upgrade back in place. Done twice it changes nothing.");
    spec.addPositional(StoreOptions.argument("0", "ID", "1", "The id of the plugin."));
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    String id = given.argument(0).orElseThrow();
    UpgradeCommand.show(
        "Rolled back", StoreOptions.store(given, around).rollback(id), around.printer());
    return ExitCode.OK;
  }
}
