package io.polyplug.bab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks through the folder of installed plugins. */
final class InstalledPlugins {
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9_-]*");

  private InstalledPlugins() {}

  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** The folder whose manifest has this id: it may have another name. */
  static Optional<Path> byManifest(Path plugins, String id) {
    if (!Files.isDirectory(plugins)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(plugins)) {
      return folders
          .filter(folder -> !folder.getFileName().toString().startsWith("."))
          .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .filter(folder -> hasId(folder, id))
          .findFirst();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private static boolean hasId(Path folder, String id) {
    try {
      return BabManifest.read(folder).id().equals(id);
    } catch (InvalidManifest notAPlugin) {
      return false;
    }
  }
}
