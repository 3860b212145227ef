package io.polyplug.host;

import io.polyplug.wire.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The plugin's own answer that it could not do what it was asked. The exchange itself went well.
 *
 * <p>Code, message and data are the plugin's words: whoever shows them escapes them.
 */
public final class PluginError extends PluginException {
  private static final long serialVersionUID = 1;

  private final String plugin;
  private final String code;
  private final String text;
  private final transient @Nullable Json data;

  public PluginError(String plugin, String code, String text, @Nullable Json data) {
    super(plugin + " answered with an error: " + (code.isEmpty() ? "" : code + ": ") + text, null);
    this.plugin = plugin;
    this.code = code;
    this.text = text;
    this.data = data;
  }

  @Override
  public String plugin() {
    return plugin;
  }

  /** The plugin's code, empty if it gave none. */
  @Override
  public String code() {
    return code;
  }

  /** The plugin's message, as it gave it. */
  public String text() {
    return text;
  }

  /** What the plugin added, if anything. */
  public Optional<Json> data() {
    return Optional.ofNullable(data);
  }
}
