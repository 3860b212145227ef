package io.polyplug.install;

import io.polyplug.host.PackageDescription;
import java.util.List;
import java.util.Optional;

/**
 * One version in place of another, done or proposed.
 *
 * @param before what was there
 * @param after what takes its place
 * @param programs the files of it that are to be executable, as far as known
 * @param environment the names of this host's variables that it would get, as far as known
 */
public record Replacement(
    Installed before, Installed after, List<String> programs, Optional<List<String>> environment) {
  public Replacement {
    programs = List.copyOf(programs);
    environment = environment.map(List::copyOf);
  }

  static Replacement of(Installed before, Installed after, PackageDescription description) {
    return new Replacement(before, after, description.programs(), description.environment());
  }

  /** One of whose programs nothing is said. */
  public Replacement(Installed before, Installed after) {
    this(before, after, List.of(), Optional.empty());
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
