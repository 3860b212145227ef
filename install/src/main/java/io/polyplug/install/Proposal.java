package io.polyplug.install;

import io.polyplug.host.PackageDescription;
import java.util.List;
import java.util.Optional;

/**
 * A package that is fetched and checked, and could be installed. The texts come from the package:
 * whoever shows them escapes them.
 *
 * @param plugin what would be there
 * @param programs the files of it that would be executable
 * @param environment the names of this host's variables that it would get, if its contract tells
 */
public record Proposal(
    Installed plugin, List<String> programs, Optional<List<String>> environment) {
  public Proposal {
    programs = List.copyOf(programs);
    environment = environment.map(List::copyOf);
  }

  static Proposal of(Installed plugin, PackageDescription description) {
    return new Proposal(plugin, description.programs(), description.environment());
  }
}
