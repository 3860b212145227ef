package io.polyplug.bab;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The roles that every plugin has (section 5), with the host's prompts for them. */
public enum BuiltInRole {
  DEFAULT(
      "Answers with a look at the repository.",
      """
      You are an agent at the command line with access to a repository. Look at the files that \
      matter before you answer. Be brief and concrete, and say which assumptions you made.
      """),
  PLANNER(
      "Makes a plan in phases that can be carried out.",
      """
      You plan work in a repository. Look at it first, then write a plan in phases: for each one \
      its goal, its steps in an order in which they can be carried out, and how to see that it is \
      done. Name risks and open questions. Change nothing.
      """),
  CODEREVIEWER(
      "Reviews code, the most severe findings first.",
      """
      You review code. List what you find, the most severe first; for each finding give its \
      severity, the file and line, what goes wrong, and how to mend it. Leave out matters of taste.
      """),
  CODING(
      "Makes a small change and verifies it.",
      """
      You change code. Make the smallest change that does what is asked, in the style of what is \
      there. Build and test it before you say that it works, and say what you did not verify.
      """);

  private static final String ENDING =
      "\nFinish with a summary of a few sentences between <SUMMARY> and </SUMMARY>.";

  private final String id;
  private final String description;
  private final String prompt;

  BuiltInRole(String description, String prompt) {
    this.id = name().toLowerCase(Locale.ROOT);
    this.description = description;
    this.prompt = prompt + ENDING;
  }

  /** What it is called by. */
  public String id() {
    return id;
  }

  /** What it is for. */
  public String description() {
    return description;
  }

  /** What the program is told; asks for a summary, which the host cuts out of the answer. */
  public String prompt() {
    return prompt;
  }

  static Optional<BuiltInRole> of(String name) {
    return Arrays.stream(values()).filter(role -> role.id.equals(name)).findFirst();
  }

  static String names() {
    return Arrays.stream(values()).map(BuiltInRole::id).collect(Collectors.joining(", "));
  }
}
