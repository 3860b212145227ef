package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.install.InstallProblem;
import io.polyplug.install.Replacement;
import io.polyplug.install.Source;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.core.JsonGenerator;

/** {@code polyplug upgrade ID [SOURCE]}: puts a newer version in place, and keeps the old one. */
final class UpgradeCommand implements Command {
  private static final int MAX_ANSWER = 100;

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Fetches an installed plugin anew and keeps the version before for a rollback. If the"
                + " new one asks for more than the old one, you are asked.");
    spec.addPositional(StoreOptions.argument("0", "ID", "1", "The id of the plugin."));
    spec.addPositional(
        StoreOptions.argument(
            "1", "SOURCE", "0..1", "From where, as for install; where it came from if left out."));
    StoreOptions.addYes(spec, "Grants what the new version asks for without a question.");
    StartTraining.addRefusal(spec);
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    String id = given.argument(0).orElseThrow();
    Optional<Source> source = given.argument(1).map(text -> Source.parse(text, around.folder()));
    Replacement done;
    try (ProgressBar progress = new ProgressBar(around.printer())) {
      Predicate<Replacement> approval =
          plan -> {
            progress.clear();
            return given.has("--yes") || approved(plan, around);
          };
      done = StoreOptions.store(given, around).upgrade(id, source, approval, progress);
    }
    Optional<Long> trained = StartTraining.train(done.after(), given, around);
    show("Upgraded", done, around.printer());
    if (!around.printer().wantsJson()) {
      trained.ifPresent(bytes -> around.printer().line(StartTraining.sentence(bytes)));
    }
    return ExitCode.OK;
  }

  private static boolean approved(Replacement plan, Surroundings around) {
    List<String> more = plan.asksForMore();
    if (more.isEmpty()) {
      return true;
    }
    Printer printer = around.printer();
    String what =
        "%s asks for more than %s: %s"
            .formatted(
                StoreOptions.named(plan.after()),
                StoreOptions.version(plan.before()),
                StoreOptions.list(more));
    if (!printer.canAsk()) {
      throw new InstallProblem(what + "; nothing was changed, grant it with --yes");
    }
    printer.aside(what);
    printer.ask("Upgrade all the same? [y/N] ");
    return isYes(around.stdin());
  }

  private static boolean isYes(InputStream stdin) {
    StringBuilder answer = new StringBuilder();
    try {
      for (int c = stdin.read();
          c >= 0 && c != '\n' && answer.length() < MAX_ANSWER;
          c = stdin.read()) {
        answer.append((char) c);
      }
    } catch (IOException e) {
      return false;
    }
    String word = answer.toString().strip().toLowerCase(Locale.ROOT);
    return word.equals("y") || word.equals("yes");
  }

  static void show(String what, Replacement done, Printer printer) {
    if (printer.wantsJson()) {
      printer.document(out -> write(done, out));
      return;
    }
    printer.line(
        "%s %s: %s -> %s"
            .formatted(
                what,
                UntrustedText.escape(done.after().id()),
                StoreOptions.version(done.before()),
                StoreOptions.version(done.after())));
    if (!done.asksForMore().isEmpty()) {
      printer.line("It asks for more: " + StoreOptions.list(done.asksForMore()));
    }
  }

  private static void write(Replacement done, JsonGenerator out) {
    out.writeBooleanProperty("ok", true);
    StoreOptions.write(done.after(), out);
    out.writeStringProperty("previousVersion", done.before().version());
    StoreOptions.write("asksForMore", done.asksForMore(), out);
  }
}
