package io.polyplug.host.config;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A {@code polyplug.toml}, read and syntactically right.
 *
 * @param file where it is, absolute
 * @param content its bytes, as hashed for trust and as parsed: read once, so both are of the same
 *     file
 * @param root the whole document
 */
public record ConfigFile(Path file, byte[] content, ConfigTable root) {
  /** What the file is called everywhere. */
  public static final String NAME = "polyplug.toml";

  /** Reads a file that must be there; throws {@link ConfigMistake}. */
  public static ConfigFile read(Path given) {
    Path file = given.toAbsolutePath().normalize();
    byte[] content = TomlDocument.bytes(file);
    return new ConfigFile(
        file, content, TomlDocument.parse(file, TomlDocument.decode(file, content)));
  }

  /** The nearest {@code polyplug.toml} in a folder or one above it. */
  public static Optional<Path> findUpwards(Path folder) {
    for (Path at = folder.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
      Path candidate = at.resolve(NAME);
      // A broken or cyclic link is found, so that reading it says what is wrong.
      if (Files.exists(candidate, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
