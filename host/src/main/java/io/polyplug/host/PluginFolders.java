package io.polyplug.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
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
    return closed(folder, contract, Files::isExecutable);
  }

  /** As above, with another judge of what may be entered: for those who may enter everything. */
  static List<Discovered.Invalid> closed(
      Path folder, String contract, Predicate<Path> mayBeEntered) {
    Path absolute = folder.toAbsolutePath().normalize();
    boolean open = Files.isReadable(absolute) && mayBeEntered.test(absolute);
    List<Path> closed =
        Files.isDirectory(absolute) && !open
            ? List.of(absolute)
            : in(absolute).stream().filter(mayBeEntered.negate()).toList();
    return closed.stream()
        .map(
            path ->
                new Discovered.Invalid(
                    contract,
                    path,
                    "you may not look into its folder: allow it with chmod u+rx, or remove it"))
        .toList();
  }
}
