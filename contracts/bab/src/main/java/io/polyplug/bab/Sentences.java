package io.polyplug.bab;

import io.polyplug.bab.bridge.AdapterFailure;

/** What several places say in the same words, because the contract gives them. */
final class Sentences {
  private Sentences() {}

  /** Section 15. */
  static String noAdapter(String id) {
    return "Plugin " + id + " does not provide an adapter.ts";
  }

  /** Section 19. */
  static String noRuntime(AdapterFailure failure) {
    return failure.getMessage();
  }
}
