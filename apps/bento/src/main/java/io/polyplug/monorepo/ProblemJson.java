package io.polyplug.monorepo;

import tools.jackson.core.JsonGenerator;

/** A problem for programs. Pure functions. */
public final class ProblemJson {
  private ProblemJson() {}

  /** The members of the problem's object. */
  public static void write(WorkspaceProblem problem, JsonGenerator out) {
    out.writeStringProperty("kind", problem.kind().wireName());
    out.writeStringProperty("message", String.valueOf(problem.getMessage()));
    if (problem.hint().isPresent()) {
      out.writeStringProperty("hint", problem.hint().get());
    }
    out.writeArrayPropertyStart("next_steps");
    for (String step : problem.nextSteps()) {
      out.writeString(step);
    }
    out.writeEndArray();
    if (problem.where().isPresent()) {
      out.writeStringProperty("where", problem.where().get());
    }
  }
}
