package io.polyplug.conformance;

import java.util.List;
import java.util.Optional;

/**
 * What a command said of itself.
 *
 * @param id what it calls itself; empty if it did not say, or says so nowhere
 * @param capabilities what it asks for
 */
record Learned(Optional<String> id, List<String> capabilities) {
  static final Learned NOTHING = new Learned(Optional.empty(), List.of());

  Learned {
    capabilities = List.copyOf(capabilities);
  }
}
