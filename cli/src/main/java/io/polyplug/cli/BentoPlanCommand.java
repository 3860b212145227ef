package io.polyplug.cli;

import io.polyplug.monorepo.Monorepo;
import io.polyplug.monorepo.plan.Plan;
import io.polyplug.monorepo.plan.PlanJson;
import io.polyplug.monorepo.plan.PlanText;
import io.polyplug.wire.Json;
import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug bento plan}: what a run would do. */
final class BentoPlanCommand extends BentoAction {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        BentoOptions.command(
            name, "Shows which tasks would run and which are cached. Runs none of them.");
    spec.addOption(BentoOptions.noCache());
    spec.addOption(
        BentoOptions.text(
            "--since", "REVISION", "Only what has changed since this revision of git."));
    spec.addPositional(BentoOptions.target());
    return spec;
  }

  @Override
  int act(Given given, Surroundings around) throws Exception {
    Printer printer = around.printer();
    try (Monorepo repo = BentoOptions.open(given, around, Monorepo.Needs.KEYS)) {
      Plan plan = repo.plan(given.argument(0), given.text("--since"), given.has("--no-cache"));
      if (printer.wantsJson()) {
        printer.whole(Json.object(out -> PlanJson.write(plan, out)));
      } else {
        StringBuilder text = new StringBuilder();
        PlanText.write(plan, line -> text.append(line).append('\n'));
        printer.text(text.toString());
      }
    }
    return ExitCode.OK;
  }
}
