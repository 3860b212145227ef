package io.polyplug.cli.running;

/** Something about the running host keeps a command from being done; one sentence says what. */
public final class RunningProblem extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;

  public RunningProblem(String code, String message) {
    super(message);
    this.code = code;
  }

  /** For programs. */
  public String code() {
    return code;
  }
}
