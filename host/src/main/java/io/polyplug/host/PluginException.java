package io.polyplug.host;

import org.jspecify.annotations.Nullable;

/**
 * A call did not give a result: the host's {@link PluginFailure} or the plugin's {@link
 * PluginError}.
 */
public abstract sealed class PluginException extends RuntimeException
    permits PluginFailure, PluginError {
  private static final long serialVersionUID = 1;

  PluginException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** The id of the plugin. */
  public abstract String plugin();

  /** The code for programs: of the closed list, or what the plugin itself gave. */
  public abstract String code();
}
