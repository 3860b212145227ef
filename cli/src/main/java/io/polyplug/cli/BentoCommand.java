package io.polyplug.cli;

import picocli.CommandLine.Model.CommandSpec;

/** {@code polyplug bento} and its groups. Does nothing without one of its commands. */
final class BentoCommand implements Command {
  static final String NAME = "bento";

  private final String description;
  private final String choices;

  BentoCommand(String description, String choices) {
    this.description = description;
    this.choices = choices;
  }

  /**
   * Whether these words, which nobody has parsed yet, probably ask for a command that looks at the
   * files of the workspace around the current folder.
   */
  static boolean needsKeys(String... words) {
    if (words.length < 2 || !words[0].equals(NAME)) {
      return false;
    }
    for (String word : words) {
      if (word.startsWith("--workspace") || word.equals("--help") || word.equals("-h")) {
        return false;
      }
    }
    return switch (words[1]) {
      case "plan", "ci", "build", "check", "test", "lint" -> true;
      default -> false;
    };
  }

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec = BentoOptions.command(name, description);
    if (name.equals(NAME)) {
      spec.usageMessage()
          .footer(
              "",
              "Exit codes: 0 ok; 1 something failed, or could not be done; 2 usage;",
              "130 interrupted. The command run ends with the code of its task.");
    }
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    throw new UsageProblem(
        "Say what to do: polyplug "
            + given.command().commandSpec().qualifiedName().substring("polyplug ".length())
            + " "
            + choices);
  }
}
