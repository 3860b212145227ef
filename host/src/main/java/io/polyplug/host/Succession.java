package io.polyplug.host;

import java.time.Duration;
import java.util.Optional;

/**
 * How a plugin gives way to another reading of itself when the host looks at its files again: the
 * successor is tried first, and the plugin serves until it has shown that it works. Asked and told
 * on threads of the host, one refresh at a time.
 */
public interface Succession {
  /** What was read last counts, at once, for as long as its contract lets calls go on. */
  Succession AT_ONCE =
      new Succession() {
        @Override
        public boolean takesOver(Plugin before, Plugin successor) {
          return true;
        }

        @Override
        public void retires(Plugin before, int calls) {}

        @Override
        public void cutOff(Plugin before, int calls) {}

        @Override
        public Optional<Duration> longestFarewell() {
          return Optional.empty();
        }

        @Override
        public Duration overlap() {
          return Duration.ZERO;
        }
      };

  /**
   * Whether the successor takes over. It is not listed yet, and may be started and called to find
   * out; if the answer is no it is ended, and the plugin goes on.
   */
  boolean takesOver(Plugin before, Plugin successor);

  /** From now on nobody finds the plugin; so many calls of it are under way. */
  void retires(Plugin before, int calls);

  /** So many calls took longer than the farewell and are ended now. */
  void cutOff(Plugin before, int calls);

  /** How long calls under way may go on if their contract lets them; without end if empty. */
  Optional<Duration> longestFarewell();

  /** How long it still takes calls of those who found it just before it was replaced. */
  Duration overlap();
}
