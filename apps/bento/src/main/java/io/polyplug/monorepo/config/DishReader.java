package io.polyplug.monorepo.config;

import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.Looks;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one {@code dish.toml} (section 4.3). Pure functions of the file system. */
final class DishReader {
  /** The file that makes a folder a dish. */
  static final String FILE = "dish.toml";

  /** More attempts than anybody waits for. */
  private static final int MAX_RETRY = 1_000;

  private DishReader() {}

  /**
   * The dish of a folder.
   *
   * @param path the folder as the bento file writes it
   * @param directory the same, absolute
   */
  static Dish read(Path root, String path, Path directory, Looks looks) throws WorkspaceProblem {
    TomlFile file = TomlFile.read(root, directory.resolve(FILE), looks);
    try {
      return of(file, path, directory);
    } catch (ConfigMistake mistake) {
      throw file.invalid(mistake);
    }
  }

  private static Dish of(TomlFile file, String path, Path directory) throws WorkspaceProblem {
    ConfigTable top = file.table();
    String name = file.name();
    Dish dish =
        new Dish(
            name,
            path,
            directory,
            top.text("language"),
            list(top, "inputs"),
            list(top, "outputs"),
            list(top, "depends_on"),
            top.flag("force_independent").orElse(false),
            SettingsReader.pins(top),
            serve(top),
            tasks(top));
    IgnoredKeys.skip(top);
    top.finish();
    return dish;
  }

  private static Optional<String> serve(ConfigTable top) {
    Optional<ConfigTable> found = top.table("serve");
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> run = command(found.get());
    found.get().finish();
    return run;
  }

  private static Map<String, TaskBlock> tasks(ConfigTable top) {
    Optional<ConfigTable> found = top.table("tasks");
    if (found.isEmpty()) {
      return Map.of();
    }
    Map<String, TaskBlock> tasks = new LinkedHashMap<>();
    for (String name : found.get().keys()) {
      Optional<ConfigTable> task = found.get().table(name);
      if (task.isPresent()) {
        tasks.put(name, task(task.get()));
      }
    }
    return Collections.unmodifiableMap(tasks);
  }

  private static TaskBlock task(ConfigTable table) {
    TaskBlock task =
        new TaskBlock(
            command(table),
            table.texts("inputs"),
            table.texts("outputs"),
            table.texts("workspace_outputs"),
            variables(table),
            (int) (long) table.whole("retry", 0, MAX_RETRY).orElse(0L),
            table.flag("ci").orElse(false),
            table.flag("cache").orElse(true));
    table.finish();
    return task;
  }

  private static Optional<String> command(ConfigTable table) {
    Optional<String> run = table.text("run");
    if (run.isPresent() && run.get().isBlank()) {
      throw table.mistake("run", "expected a command that is not blank");
    }
    return run;
  }

  private static List<String> variables(ConfigTable table) {
    List<String> names = list(table, "env");
    for (String name : names) {
      if (name.isEmpty() || name.indexOf('=') >= 0) {
        throw table.mistake("env", "expected names of variables, without values");
      }
    }
    return names;
  }

  private static List<String> list(ConfigTable table, String key) {
    Optional<List<String>> texts = table.texts(key);
    return texts.isPresent() ? Collections.unmodifiableList(texts.get()) : List.of();
  }
}
