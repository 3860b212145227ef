package io.polyplug.monorepo.diagnostics;

import io.polyplug.bento.Diagnostic;
import java.util.List;

/**
 * Reads the report that a tool writes for programs. Pure and safe from any thread. Never throws for
 * what a tool wrote: what cannot be read gives nothing, and the number of records is bounded.
 */
public interface DiagnosticParser {
  /** The records of a report; their files are as the tool names them. */
  List<Diagnostic> parse(String stdout);
}
