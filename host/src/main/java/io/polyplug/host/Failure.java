package io.polyplug.host;

import java.util.List;

/**
 * One failure of one plugin: what happened, to whom, and what is known about it.
 *
 * @param code which of the closed list
 * @param plugin the id of the plugin
 * @param message one sentence for people: what was expected, what was seen, what to do; safe to
 *     show
 * @param stderr the last lines that the plugin wrote to standard error, escaped, oldest first
 */
public record Failure(FailureCode code, String plugin, String message, List<String> stderr) {
  public Failure {
    stderr = List.copyOf(stderr);
  }

  /** A failure without standard error. */
  public Failure(FailureCode code, String plugin, String message) {
    this(code, plugin, message, List.of());
  }

  /** This failure as something to throw. */
  public PluginFailure thrown() {
    return new PluginFailure(this, null);
  }

  @Override
  public String toString() {
    return plugin + ": " + code.code() + ": " + message;
  }
}
