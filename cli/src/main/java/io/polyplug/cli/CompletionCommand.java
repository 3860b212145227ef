package io.polyplug.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug completion}: a script for bash and zsh. */
final class CompletionCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    return CommonOptions.command(
        name, "Prints a completion script for bash and zsh: source <(polyplug completion)");
  }

  @Override
  public int run(Given given, Surroundings around) {
    String script = AutoComplete.bash("polyplug", Commands.commandLine());
    if (around.printer().wantsJson()) {
      around
          .printer()
          .document(
              out -> {
                out.writeBooleanProperty("ok", true);
                out.writeStringProperty("script", script);
              });
    } else {
      around.printer().line(script);
    }
    return ExitCode.OK;
  }
}
