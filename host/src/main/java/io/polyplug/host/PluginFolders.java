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

  /**
   * The folder itself or those in it, where this user may not look inside: a contract sees nothing
   * there, and nothing is not the truth.
   */
  static List<Discovered.Invalid> closed(Path folder, String contract) {
    Path absolute = folder.toAbsolutePath().normalize();
    List<Path> closed =
        Files.isDirectory(absolute) && !isOpen(absolute)
            ? List.of(absolute)
            : in(absolute).stream().filter(child -> !Files.isExecutable(child)).toList();
    return closed.stream()
        .map(
            path ->
                new Discovered.Invalid(
                    contract,
                    path,
                    "you may not look into its folder: allow it with chmod u+rx, or remove it"))
        .toList();
  }

  private static boolean isOpen(Path folder) {
    return Files.isReadable(folder) && Files.isExecutable(folder);
  }
}
