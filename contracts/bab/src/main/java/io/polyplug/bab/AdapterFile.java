package io.polyplug.bab;

import io.polyplug.base.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The {@code adapter.ts} of a plugin.
 *
 * @param file with its links resolved
 * @param hash SHA-256 of its content, in lower-case hexadecimal digits
 */
record AdapterFile(Path file, String hash) {
  static final String NAME = "adapter.ts";

  /** Whether there is something of that name, be it a broken link. */
  static boolean isPresent(Path folder) {
    return Files.exists(folder.resolve(NAME), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * The adapter of the plugin in this folder; empty if there is none. It must lie in the folder,
   * and be the one that was installed (end of section 18).
   */
  static Optional<AdapterFile> of(Path folder) throws PluginFiles.Unusable {
    Optional<String> installed = installedHash(folder);
    if (!isPresent(folder)) {
      if (installed.isPresent()) {
        throw new PluginFiles.Unusable(NAME + " was installed and is gone; install it again");
      }
      return Optional.empty();
    }
    AdapterFile adapter = read(folder);
    if (installed.isPresent() && !installed.get().equals(adapter.hash)) {
      throw new PluginFiles.Unusable(
          NAME
              + " is not the one that was installed: its SHA-256 differs from adapter_hash in "
              + InstallNote.NAME
              + "; install it again if you did not change it");
    }
    return Optional.of(adapter);
  }

  /** The adapter, whatever was installed. */
  static AdapterFile read(Path folder) throws PluginFiles.Unusable {
    try {
      Path file = PluginFiles.inside(folder, NAME);
      if (!Files.isRegularFile(file)) {
        throw new PluginFiles.Unusable(NAME + " is not a file");
      }
      return new AdapterFile(file, Sha256.of(file));
    } catch (NoSuchFileException e) {
      throw new PluginFiles.Unusable(NAME + " is a link to a file that does not exist");
    } catch (IOException e) {
      throw new PluginFiles.Unusable(NAME + " cannot be read");
    }
  }

  /** What the installer noted; a folder that somebody placed there by hand has nothing. */
  private static Optional<String> installedHash(Path folder) throws PluginFiles.Unusable {
    return InstallNote.text(folder, "adapter_hash").map(hash -> hash.toLowerCase(Locale.ROOT));
  }
}
