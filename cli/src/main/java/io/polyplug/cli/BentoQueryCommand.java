package io.polyplug.cli;

import io.polyplug.monorepo.Answer;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/** A command of bento that shows what it found out. */
final class BentoQueryCommand extends BentoAction {
  /** How an answer is found. */
  interface Question {
    Answer ask(Given given, Surroundings around) throws Exception;
  }

  private final String description;
  private final Consumer<CommandSpec> shape;
  private final Question question;

  BentoQueryCommand(String description, Consumer<CommandSpec> shape, Question question) {
    this.description = description;
    this.shape = shape;
    this.question = question;
  }

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec = BentoOptions.command(name, description);
    shape.accept(spec);
    return spec;
  }

  @Override
  int act(Given given, Surroundings around) throws Exception {
    Answer answer = question.ask(given, around);
    Printer printer = around.printer();
    if (printer.wantsJson()) {
      printer.whole(answer.json());
    } else {
      StringBuilder text = new StringBuilder();
      for (String line : answer.lines()) {
        text.append(line).append('\n');
      }
      printer.text(text.toString());
    }
    return answer.good() ? ExitCode.OK : ExitCode.NOT_DONE;
  }
}
