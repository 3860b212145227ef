package io.polyplug.install;

import io.polyplug.base.UntrustedText;
import java.nio.charset.StandardCharsets;

/**
 * What a package may be called: one plain file name, which no shell and no scan takes for anything
 * else. Checked again here, whatever a contract has checked, because paths are built from it.
 */
final class PackageId {
  private static final int MAX_BYTES = 128;

  private PackageId() {}

  static boolean isPlain(String id) {
    return !id.isBlank()
        && id.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES
        && UntrustedText.escape(id).equals(id)
        && "\\/:*?\"<>|".chars().noneMatch(c -> id.indexOf(c) >= 0)
        && !id.startsWith(".")
        && !id.startsWith("-")
        && !id.endsWith(".")
        && id.strip().equals(id);
  }

  static String checked(String id) {
    if (!isPlain(id)) {
      throw new InstallProblem(
          "\"" + UntrustedText.excerpt(id, 100) + "\" cannot be the id of a package");
    }
    return id;
  }
}
