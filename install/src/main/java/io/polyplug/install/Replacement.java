package io.polyplug.install;

import java.util.List;

/**
 * One version in place of another, done or proposed.
 *
 * @param before what was there
 * @param after what takes its place
 * @param programs the files of it that are to be executable, as far as known
 */
public record Replacement(Installed before, Installed after, List<String> programs) {
  public Replacement {
    programs = List.copyOf(programs);
  }

  /** One of whose programs nothing is said. */
  public Replacement(Installed before, Installed after) {
    this(before, after, List.of());
  }

  /** What the new one asks for that the old one did not. */
  public List<String> asksForMore() {
    return after.asksFor().stream().filter(what -> !before.asksFor().contains(what)).toList();
  }

  /** Whether the very same archive would be there again; unknown of folders, so false. */
  public boolean isTheSame() {
    return !before.digest().isEmpty() && before.digest().equals(after.digest());
  }
}
