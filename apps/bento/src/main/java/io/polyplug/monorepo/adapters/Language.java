package io.polyplug.monorepo.adapters;

import io.polyplug.bento.DiagnosticHook;
import java.util.List;
import java.util.Optional;

/**
 * A row of the table of built-in languages (section 5).
 *
 * @param tool the name under which {@code [toolchain]} tables pin its tool
 * @param fingerprint globs that are inputs of every task
 * @param derived globs that are never inputs
 * @param pins of which the first that has a version counts
 */
record Language(
    String id,
    String tool,
    Detection detection,
    List<String> fingerprint,
    List<String> derived,
    List<TaskRow> tasks,
    List<Pin> pins,
    VersionProbe probe,
    Installer installer,
    Hooks hooks) {
  /** A source, and which tool it is about. */
  record Pin(String tool, PinSource source) {}

  /** How failures of its tasks become diagnostics (section 7). */
  interface Hooks {
    Optional<DiagnosticHook> hook(String task, Probes probes);
  }
}
