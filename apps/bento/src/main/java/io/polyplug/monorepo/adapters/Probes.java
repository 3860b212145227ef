package io.polyplug.monorepo.adapters;

import java.util.Optional;

/**
 * Asks tools for their versions. Safe from any thread; what was asked once is remembered, also that
 * there was no answer.
 */
public interface Probes {
  /** What the command writes to stdout, trimmed; empty if it fails, says nothing or hangs. */
  Optional<String> version(String... command);

  /** The same for a command that writes to stderr; if it does not, its stdout counts. */
  Optional<String> versionOnStderr(String... command);
}
