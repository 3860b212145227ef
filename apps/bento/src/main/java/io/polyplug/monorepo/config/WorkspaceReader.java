package io.polyplug.monorepo.config;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.Looks;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the configuration of a workspace: {@code bento.toml}, {@code bentos/*.toml} and the {@code
 * dish.toml} of every dish that one of them names, each once. The first mistake, in the order of
 * files, is a {@link WorkspaceProblem}.
 *
 * <p>Used once, by one thread.
 */
public final class WorkspaceReader {
  private final Path root;
  private final Looks looks;
  private final Map<Path, Integer> numbers = new HashMap<>();
  private final List<DishPlace> places = new ArrayList<>();

  private WorkspaceReader(Path root, Looks looks) {
    this.root = root;
    this.looks = looks;
  }

  /**
   * The workspace.
   *
   * @param root as {@link WorkspaceRoot} finds it
   * @param processors how many dishes run at once where nothing is said
   */
  public static Workspace read(Path root, int processors) throws WorkspaceProblem {
    return read(root, processors, Looks.unnoted());
  }

  /**
   * The same.
   *
   * @param looks where it is noted which files decide
   */
  public static Workspace read(Path root, int processors, Looks looks) throws WorkspaceProblem {
    RepositorySettings settings = SettingsReader.read(root, processors, looks);
    return new Workspace(root, settings, new WorkspaceReader(root, looks).bentos());
  }

  /** The dish of a folder that no bento has to know yet; empty if there is none. */
  public static Optional<Dish> dish(Path root, String path, Path directory)
      throws WorkspaceProblem {
    return Files.exists(directory.resolve(DishReader.FILE))
        ? Optional.of(DishReader.read(root, path, directory, Looks.unnoted()))
        : Optional.empty();
  }

  private List<Bento> bentos() throws WorkspaceProblem {
    List<BentoFile> files = new ArrayList<>();
    Map<String, BentoFile> byName = new HashMap<>();
    for (Path path : bentoFiles()) {
      BentoFile file = BentoFile.read(root, path, looks);
      BentoFile other = byName.putIfAbsent(file.name(), file);
      if (other != null) {
        throw file.duplicate(
            "name", "the bento " + ConfigProblems.name(root, other.path()) + " has the same name");
      }
      files.add(file);
      collect(file);
    }
    DishReading reading = new DishReading(root, places, looks);
    reading.run();
    Map<String, Dish> dishes = new LinkedHashMap<>();
    List<Bento> bentos = new ArrayList<>(files.size());
    for (BentoFile file : files) {
      bentos.add(bento(file, reading, dishes));
    }
    bentos.sort((a, b) -> Utf8Order.compare(a.name(), b.name()));
    return bentos;
  }

  private void collect(BentoFile file) throws WorkspaceProblem {
    Set<Path> seen = new HashSet<>();
    for (DishPlace place : file.places()) {
      if (!seen.add(place.directory())) {
        String shown = UntrustedText.excerpt(place.path(), 200);
        throw file.duplicate("dishes", "the dish \"" + shown + "\" is there twice");
      }
      if (numbers.putIfAbsent(place.directory(), places.size()) == null) {
        places.add(place);
      }
    }
  }

  private Bento bento(BentoFile file, DishReading reading, Map<String, Dish> byName)
      throws WorkspaceProblem {
    List<Dish> dishes = new ArrayList<>(file.places().size());
    for (DishPlace place : file.places()) {
      Dish dish = dish(file, place, reading);
      Dish other = byName.putIfAbsent(dish.name(), dish);
      if (other != null && !other.directory().equals(dish.directory())) {
        throw sameName(dish, other);
      }
      dishes.add(dish.path().equals(place.path()) ? dish : withPath(dish, place.path()));
    }
    return new Bento(file.name(), file.path(), dishes);
  }

  private Dish dish(BentoFile file, DishPlace place, DishReading reading) throws WorkspaceProblem {
    try {
      return reading.dish(numbers.getOrDefault(place.directory(), -1));
    } catch (WorkspaceProblem problem) {
      // Told from a file that is there and cannot be read only here, so that the good cost nothing.
      boolean absent = Files.notExists(place.directory().resolve(DishReader.FILE));
      throw absent ? file.dangling(place) : problem;
    }
  }

  private WorkspaceProblem sameName(Dish dish, Dish other) {
    Path file = dish.directory().resolve(DishReader.FILE);
    return new WorkspaceProblem(
        ProblemKind.CONFIG_DUPLICATE,
        ConfigProblems.name(root, file)
            + ": name: the dish "
            + ConfigProblems.name(root, other.directory().resolve(DishReader.FILE))
            + " is called \""
            + UntrustedText.excerpt(dish.name(), 100)
            + "\" too",
        Optional.of(UntrustedText.escape(file.toString()) + " (name)"),
        Optional.of("The name of a dish is unique in its workspace."),
        List.of());
  }

  private static Dish withPath(Dish dish, String path) {
    return new Dish(
        dish.name(),
        path,
        dish.directory(),
        dish.language(),
        dish.inputs(),
        dish.outputs(),
        dish.dependsOn(),
        dish.forceIndependent(),
        dish.toolchain(),
        dish.serveRun(),
        dish.tasks());
  }

  /** By name, because a folder has no order of its own. */
  private List<Path> bentoFiles() throws WorkspaceProblem {
    Path folder = root.resolve(WorkspaceRoot.BENTOS_FOLDER);
    List<Path> files = new ArrayList<>();
    looks.at(folder);
    if (!Files.isDirectory(folder)) {
      return files;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (entry.toString().endsWith(".toml")) {
          looks.at(entry);
          if (Files.isRegularFile(entry)) {
            files.add(entry);
          }
        }
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      throw new WorkspaceProblem(
          ProblemKind.CONFIG_READ,
          "The folder bentos cannot be read.",
          Optional.of(UntrustedText.escape(folder.toString())),
          Optional.of("Check its permissions."),
          List.of());
    }
    files.sort(null);
    return files;
  }
}
