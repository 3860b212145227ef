package io.polyplug.cli;

import io.polyplug.monorepo.Monorepo;
import io.polyplug.monorepo.run.AdHocRun;
import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug bento run DISH TASK}: a task in the foreground, with arguments of one's own. */
final class BentoRunCommand extends BentoAction {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        BentoOptions.command(
            name,
            "Runs a task in the foreground, without the cache. What stands behind the task is passed"
                + " to its command; its exit code is that of the command.");
    spec.usageMessage().customSynopsis("polyplug bento run [OPTIONS] DISH TASK [ARGS...]");
    spec.addPositional(BentoOptions.positional(0, "DISH", "1", "The dish."));
    spec.addPositional(
        BentoOptions.positional(1, "TASK", "1", "A task that dish.toml gives a command."));
    return spec;
  }

  @Override
  int act(Given given, Surroundings around) throws Exception {
    try (Monorepo repo = BentoOptions.open(given, around, Monorepo.Needs.LANGUAGES)) {
      AdHocRun run =
          repo.adHoc(
              given.argument(0).orElseThrow(), given.argument(1).orElseThrow(), given.passedOn());
      StopSignals.onFirst(run::stop);
      return run.run();
    }
  }
}
