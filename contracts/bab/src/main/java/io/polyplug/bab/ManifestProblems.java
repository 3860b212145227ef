package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a manifest. For one thread. */
final class ManifestProblems {
  /** More are not worth reading. */
  private static final int MOST = 100;

  private final List<InvalidManifest.Problem> problems = new ArrayList<>();

  void add(String path, String text) {
    if (problems.size() < MOST) {
      problems.add(new InvalidManifest.Problem(UntrustedText.excerpt(path, 200), text, 0, 0));
    }
  }

  boolean has(String path) {
    return problems.stream().anyMatch(problem -> problem.path().equals(path));
  }

  void throwIfAny() throws InvalidManifest {
    if (!problems.isEmpty()) {
      throw new InvalidManifest(problems);
    }
  }

  /** Text of the file, bounded and safe to show. */
  static String shown(String text) {
    return UntrustedText.excerpt(text, 80);
  }
}
