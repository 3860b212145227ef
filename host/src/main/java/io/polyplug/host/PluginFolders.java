package io.polyplug.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How a folder of plugins is looked through, the same for every contract. */
public final class PluginFolders {
  private PluginFolders() {}

  /**
   * The subfolders in name order, without hidden ones. A folder that is not there or cannot be
   * listed has none.
   */
  public static List<Path> in(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(entry -> !String.valueOf(entry.getFileName()).startsWith("."))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
