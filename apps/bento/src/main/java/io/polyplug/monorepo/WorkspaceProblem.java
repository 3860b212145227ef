package io.polyplug.monorepo;

import java.util.List;
import java.util.Optional;

/** Why a command cannot go on, with what its user can do about it. */
public final class WorkspaceProblem extends Exception {
  private final ProblemKind kind;
  private final Optional<String> where;
  private final Optional<String> hint;
  private final List<String> nextSteps;

  public WorkspaceProblem(ProblemKind kind, String message) {
    this(kind, message, Optional.empty(), Optional.empty(), List.of());
  }

  /**
   * A problem with all that is known of it.
   *
   * @param where the file, with line and key where they are known
   * @param hint one sentence
   * @param nextSteps what to type or to choose from
   */
  public WorkspaceProblem(
      ProblemKind kind,
      String message,
      Optional<String> where,
      Optional<String> hint,
      List<String> nextSteps) {
    super(message);
    this.kind = kind;
    this.where = where;
    this.hint = hint;
    this.nextSteps = List.copyOf(nextSteps);
  }

  public ProblemKind kind() {
    return kind;
  }

  public Optional<String> where() {
    return where;
  }

  public Optional<String> hint() {
    return hint;
  }

  public List<String> nextSteps() {
    return nextSteps;
  }
}
