package io.polyplug.install;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * A package of the store. The texts come from the package: whoever shows them escapes them.
 *
 * @param id what it is called, and the name of its folder
 * @param version empty if it gives none
 * @param contract the id of its contract
 * @param folder where it is
 * @param files how many files were installed
 * @param asksFor what it wants, one short text each
 * @param source where it came from
 * @param digest of the archive; empty for a folder
 * @param manifestDigest of the manifest in the registry; empty for other sources
 * @param installedAt when
 */
public record Installed(
    String id,
    String version,
    String contract,
    Path folder,
    int files,
    List<String> asksFor,
    String source,
    String digest,
    String manifestDigest,
    Instant installedAt) {
  public Installed {
    asksFor = List.copyOf(asksFor);
  }
}
