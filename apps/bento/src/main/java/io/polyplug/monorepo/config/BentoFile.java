package io.polyplug.monorepo.config;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.Looks;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One {@code bentos/*.toml} (section 4.2), before its dishes are read.
 *
 * <p>Used by one thread.
 */
final class BentoFile {
  private final Path root;
  private final TomlFile file;
  private final String name;
  private final List<DishPlace> places;

  private BentoFile(Path root, TomlFile file, String name, List<DishPlace> places) {
    this.root = root;
    this.file = file;
    this.name = name;
    this.places = places;
  }

  static BentoFile read(Path root, Path path, Looks looks) throws WorkspaceProblem {
    TomlFile file = TomlFile.read(root, path, looks);
    try {
      ConfigTable top = file.table();
      String name = file.name();
      Optional<List<String>> dishes = top.texts("dishes");
      if (dishes.isEmpty()) {
        throw file.missing("dishes", "a list of folders");
      }
      List<DishPlace> places = places(root, top, dishes.get());
      IgnoredKeys.skip(top);
      top.finish();
      return new BentoFile(root, file, name, places);
    } catch (ConfigMistake mistake) {
      throw file.invalid(mistake);
    }
  }

  private static List<DishPlace> places(Path root, ConfigTable top, List<String> written) {
    List<DishPlace> places = new ArrayList<>(written.size());
    for (String path : written) {
      String shown = "\"" + UntrustedText.excerpt(path, 200) + "\"";
      Path directory;
      try {
        directory = root.resolve(path).normalize();
      } catch (InvalidPathException e) {
        throw top.mistake("dishes", shown + " cannot be the path of a folder here");
      }
      if (path.isBlank() || path.startsWith("/") || !directory.startsWith(root)) {
        throw top.mistake(
            "dishes", "expected folders of the workspace, relative to its root, found " + shown);
      }
      places.add(new DishPlace(path, directory));
    }
    return places;
  }

  String name() {
    return name;
  }

  Path path() {
    return file.path();
  }

  List<DishPlace> places() {
    return places;
  }

  /** A folder that holds no dish. */
  WorkspaceProblem dangling(DishPlace place) {
    String shown = UntrustedText.excerpt(place.path(), 200);
    String expected = ConfigProblems.name(root, place.directory().resolve(DishReader.FILE));
    return ConfigProblems.of(
        ProblemKind.CONFIG_DANGLING_DISH,
        root,
        file.table().mistake("dishes", "the dish \"" + shown + "\" has no file " + expected),
        Optional.of("A dish is a folder with a dish.toml in it."),
        List.of(
            "create " + expected,
            "take \"" + shown + "\" out of " + ConfigProblems.name(root, file.path())));
  }

  /** Something that may be there once is there twice. */
  WorkspaceProblem duplicate(String key, String problem) {
    return ConfigProblems.of(
        ProblemKind.CONFIG_DUPLICATE, root, file.table().mistake(key, problem));
  }
}
