package io.polyplug.bowire;

/** A {@code sidecar.json} that cannot be used; the problem is safe to show. */
final class InvalidManifest extends Exception {
  private static final long serialVersionUID = 1;

  private final String problem;

  InvalidManifest(String problem) {
    super(problem);
    this.problem = problem;
  }

  String problem() {
    return problem;
  }
}
