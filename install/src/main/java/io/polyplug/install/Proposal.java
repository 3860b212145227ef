package io.polyplug.install;

import java.util.List;

/**
 * A package that is fetched and checked, and could be installed. The texts come from the package:
 * whoever shows them escapes them.
 *
 * @param plugin what would be there
 * @param programs the files of it that would be executable
 */
public record Proposal(Installed plugin, List<String> programs) {
  public Proposal {
    programs = List.copyOf(programs);
  }
}
