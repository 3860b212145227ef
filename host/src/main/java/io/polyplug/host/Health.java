package io.polyplug.host;

import java.util.Locale;
import java.util.Optional;

/**
 * How a plugin is, in the words of its contract.
 *
 * @param word one word, such as {@code healthy}
 * @param reason why, for people; empty if there is nothing to say
 */
public record Health(String word, String reason) {
  /** The word for a plugin that runs only while it is called. */
  public static final String READY = "ready";

  /** The word for a plugin that may not be called, whatever its contract. */
  public static final String DISABLED = "disabled";

  /** The state of the supervisor in lower case, with the reason of the last end. */
  public static Health of(PluginState state, Optional<Failure> last) {
    return new Health(state.name().toLowerCase(Locale.ROOT), last.map(Failure::message).orElse(""));
  }
}
