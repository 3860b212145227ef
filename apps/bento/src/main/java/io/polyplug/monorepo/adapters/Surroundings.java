package io.polyplug.monorepo.adapters;

import io.polyplug.monorepo.files.Looks;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * What lies in a dish and in the folders above it. A folder above dishes is listed once, however
 * many of them ask for however many files of it, so a file that appears there later is not seen;
 * dishes themselves are not listed, because asking for a dozen files is cheaper. Safe from any
 * thread.
 *
 * <p>The walk upwards (section 5.1) ends with the first folder that holds {@code .git} or a file
 * {@code bento.toml}.
 */
final class Surroundings {
  private final Looks looks;
  private final ConcurrentMap<Path, Set<String>> above = new ConcurrentHashMap<>();
  private final ConcurrentMap<Path, List<Path>> ways = new ConcurrentHashMap<>();
  private final ConcurrentMap<Path, Optional<String>> texts = new ConcurrentHashMap<>();

  /**
   * Nothing is looked at yet.
   *
   * @param looks where it is noted what was asked for
   */
  Surroundings(Looks looks) {
    this.looks = looks;
  }

  /** Whether the folder holds a regular file of this name or relative path. */
  boolean file(Path folder, String name) {
    return holds(folder, name) && Files.isRegularFile(folder.resolve(name));
  }

  /** Whether the folder holds a folder of this name, directly. */
  boolean folder(Path folder, String name) {
    return holds(folder, name) && Files.isDirectory(folder.resolve(name));
  }

  private boolean holds(Path folder, String name) {
    Set<String> names = above.get(folder);
    int first = name.indexOf('/');
    if (names != null && !names.contains(first < 0 ? name : name.substring(0, first))) {
      return false;
    }
    int last = name.lastIndexOf('/');
    Path in = last < 0 ? folder : folder.resolve(name.substring(0, last));
    return looks.exists(in, folder.resolve(name));
  }

  /** The dish and the folders above it, to the end of the walk. */
  List<Path> upward(Path dish) {
    List<Path> known = ways.get(dish);
    if (known == null) {
      known = walk(dish);
      ways.put(dish, known);
    }
    return known;
  }

  private List<Path> walk(Path dish) {
    List<Path> folders = new ArrayList<>();
    folders.add(dish);
    @Nullable Path at = dish;
    while (!isBoundary(at)) {
      at = at.getParent();
      if (at == null) {
        break;
      }
      list(at);
      folders.add(at);
    }
    return folders;
  }

  private boolean isBoundary(Path folder) {
    return (holds(folder, ".git") && Files.exists(folder.resolve(".git")))
        || file(folder, "bento.toml");
  }

  /** The nearest file of this name. */
  @Nullable Path nearest(Path dish, String name) {
    for (Path folder : upward(dish)) {
      if (file(folder, name)) {
        return folder.resolve(name);
      }
    }
    return null;
  }

  /** What the nearest file of this name holds, read once for all dishes below it. */
  Optional<String> nearestText(Path dish, String name) {
    Path file = nearest(dish, name);
    if (file == null) {
      return Optional.empty();
    }
    Optional<String> known = texts.get(file);
    if (known == null) {
      looks.at(file);
      known = TextFile.read(file);
      texts.put(file, known);
    }
    return known;
  }

  /** What a file in the dish holds. */
  Optional<String> text(Path dish, String name) {
    return TextFile.text(bytes(dish, name));
  }

  /** The same as bytes; null if there is no such file. */
  byte @Nullable [] bytes(Path dish, String name) {
    if (!file(dish, name)) {
      return null;
    }
    Path file = dish.resolve(name);
    looks.at(file);
    return TextFile.bytes(file);
  }

  /** How a script above the dish is called from within it; what else is called if there is none. */
  String wrapper(Path dish, String script, String otherwise) {
    List<Path> folders = upward(dish);
    for (int up = 0; up < folders.size(); up++) {
      if (file(folders.get(up), script)) {
        return up == 0 ? "./" + script : "../".repeat(up) + script;
      }
    }
    return otherwise;
  }

  private void list(Path folder) {
    if (!above.containsKey(folder)) {
      looks.at(folder);
      @Nullable String @Nullable [] names = new File(folder.toString()).list();
      above.put(folder, names == null ? Set.of() : new HashSet<>(Arrays.asList(names)));
    }
  }
}
