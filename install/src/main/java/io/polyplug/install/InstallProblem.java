package io.polyplug.install;

/** Why the store could not do what it was asked; one sentence, safe to show. */
public final class InstallProblem extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The message is shown as it is. */
  public InstallProblem(String message) {
    super(message);
  }

  InstallProblem(String message, Throwable cause) {
    super(message, cause);
  }
}
