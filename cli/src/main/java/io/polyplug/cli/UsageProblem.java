package io.polyplug.cli;

/** The command was not used as it must be; the message says what to do instead. */
final class UsageProblem extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageProblem(String message) {
    super(message);
  }
}
