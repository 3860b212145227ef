package io.polyplug.bento;

/**
 * How the failure of a task becomes diagnostics.
 *
 * @param rerun the command whose output is parsed
 * @param parser who parses it: {@code plugin}, or the id of a parser that the host has
 */
public record DiagnosticHook(Rerun rerun, String parser) {
  /** The parser id of a plugin that parses for itself. */
  public static final String PLUGIN = "plugin";
}
