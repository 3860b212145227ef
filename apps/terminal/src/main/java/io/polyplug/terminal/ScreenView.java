package io.polyplug.terminal;

import org.jspecify.annotations.Nullable;

/**
 * What is known of an open screen at one moment. Immutable.
 *
 * @param frame the last good frame; null before the first
 * @param capturesText whether the plugin takes what is typed as text
 * @param reason why it is not showing; empty if there is nothing to say; safe to show
 */
record ScreenView(Phase phase, @Nullable Grid frame, boolean capturesText, String reason) {
  enum Phase {
    /** The plugin is being started. */
    OPENING,
    /** It runs and has painted nothing yet. */
    LOADING,
    SHOWING,
    /** It runs and does not answer. */
    WEDGED,
    /** It ended and is being started again. */
    DOWN,
    /** It ended and stays so until the user asks again. */
    FAILED,
    /** It asked to be left. */
    LEFT
  }

  /** Whether keys reach the plugin. */
  boolean isRunning() {
    return switch (phase) {
      case LOADING, SHOWING, WEDGED -> true;
      case OPENING, DOWN, FAILED, LEFT -> false;
    };
  }

  /** Whether the user needs a way out that does not depend on the plugin. */
  boolean isStuck() {
    return phase == Phase.WEDGED || !isRunning();
  }

  ScreenView as(Phase next, String why) {
    return new ScreenView(next, frame, capturesText, why);
  }
}
