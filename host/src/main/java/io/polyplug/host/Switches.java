package io.polyplug.host;

import java.util.Optional;

/**
 * What was decided about a plugin from outside, whatever the state of its instance: each decision
 * is a reason to give no instance to a call. Not thread-safe.
 */
final class Switches {
  private final Refusals refusals;
  private boolean closing;
  private boolean retiring;
  private boolean disabled;

  Switches(Refusals refusals) {
    this.refusals = refusals;
  }

  /** Why no call may have an instance now; the more final reason if there are several. */
  Optional<Failure> refusal() {
    if (closing) {
      return Optional.of(refusals.stopping());
    }
    if (retiring) {
      return Optional.of(refusals.removed());
    }
    return disabled ? Optional.of(refusals.disabled()) : Optional.empty();
  }

  /** There is to be no instance: what runs ends for good, and nothing is started. */
  boolean isOff() {
    return closing || disabled;
  }

  /** For good. */
  boolean isClosing() {
    return closing;
  }

  /** It ends after the last call. */
  boolean isRetiring() {
    return retiring;
  }

  boolean isEnabled() {
    return !disabled;
  }

  void close() {
    closing = true;
  }

  void retire() {
    retiring = true;
  }

  void disable() {
    disabled = true;
  }

  void enable() {
    disabled = false;
  }
}
