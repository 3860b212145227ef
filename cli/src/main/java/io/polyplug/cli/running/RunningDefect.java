package io.polyplug.cli.running;

/** The running host met something that cannot happen: a defect of ours, not of anybody's files. */
public final class RunningDefect extends RuntimeException {
  private static final long serialVersionUID = 1;

  RunningDefect(String message) {
    super(message);
  }
}
