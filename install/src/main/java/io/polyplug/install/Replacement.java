package io.polyplug.install;

import java.util.List;

/**
 * One version in place of another, done or proposed.
 *
 * @param before what was there
 * @param after what takes its place
 */
public record Replacement(Installed before, Installed after) {
  /** What the new one asks for that the old one did not. */
  public List<String> asksForMore() {
    return after.asksFor().stream().filter(what -> !before.asksFor().contains(what)).toList();
  }
}
