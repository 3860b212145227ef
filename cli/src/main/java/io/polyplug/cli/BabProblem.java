package io.polyplug.cli;

/** A delegate was not added or removed; the message says why and is safe to show. */
final class BabProblem extends RuntimeException {
  private static final long serialVersionUID = 1;

  BabProblem(String message) {
    super(message);
  }
}
