package io.polyplug.monorepo.diagnostics;

import java.util.Optional;

/** The parsers that the host has, by the ids under which hooks name them (section 7). */
public final class Parsers {
  private static final DiagnosticParser CARGO = new CargoMessages();
  private static final DiagnosticParser GOLANGCI_LINT = new GolangciLintReport();
  private static final DiagnosticParser ESLINT = new EslintReport();
  private static final DiagnosticParser RUFF = new RuffReport();

  private Parsers() {}

  /** The parser of this id; empty if there is none, as for {@code plugin}. */
  public static Optional<DiagnosticParser> byId(String id) {
    return switch (id) {
      case "cargo-message" -> Optional.of(CARGO);
      case "golangci-lint" -> Optional.of(GOLANGCI_LINT);
      case "eslint" -> Optional.of(ESLINT);
      case "ruff" -> Optional.of(RUFF);
      default -> Optional.empty();
    };
  }
}
