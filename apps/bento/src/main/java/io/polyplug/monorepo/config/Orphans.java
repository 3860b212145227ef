package io.polyplug.monorepo.config;

import io.polyplug.base.Clock;
import io.polyplug.monorepo.files.RawPath;
import io.polyplug.monorepo.key.Moment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the folders with a {@code dish.toml} that no bento names (section 4.3). */
public final class Orphans {
  private Orphans() {}

  /**
   * The folders, from the root on, with forward slashes, sorted; what cannot be read is skipped.
   */
  public static List<String> find(Workspace workspace) {
    return unnamed(workspace, DishFolders.find(workspace.root(), Moment.now(Clock.system())));
  }

  /**
   * The same, quicker where little has changed since the last time.
   *
   * @param cache the directory of the local store
   */
  public static List<String> find(Workspace workspace, Path cache, Clock clock) {
    Path root = workspace.root();
    Path file = FolderMemory.file(cache, root);
    return unnamed(workspace, DishFolders.find(root, Moment.now(clock), file));
  }

  private static List<String> unnamed(Workspace workspace, List<String> folders) {
    Set<Path> known = new HashSet<>();
    for (Bento bento : workspace.bentos()) {
      for (Dish dish : bento.dishes()) {
        known.add(dish.directory());
      }
    }
    List<String> orphans = new ArrayList<>();
    for (String raw : folders) {
      if (!raw.isEmpty() && !known.contains(RawPath.resolve(workspace.root(), raw))) {
        orphans.add(RawPath.text(raw));
      }
    }
    orphans.sort(Utf8Order::compare);
    return List.copyOf(orphans);
  }
}
