package io.polyplug.install;

import java.util.List;

/**
 * How the files of a package differ from those that were installed.
 *
 * @param changed files with another content, or that are no files any more
 * @param missing files that are gone
 * @param unknown files that were not installed; plugins write caches, so these are no fault
 */
public record Verification(
    Installed installed, List<String> changed, List<String> missing, List<String> unknown) {
  public Verification {
    changed = List.copyOf(changed);
    missing = List.copyOf(missing);
    unknown = List.copyOf(unknown);
  }

  /** Whether everything that was installed is as it was. */
  public boolean ok() {
    return changed.isEmpty() && missing.isEmpty();
  }
}
