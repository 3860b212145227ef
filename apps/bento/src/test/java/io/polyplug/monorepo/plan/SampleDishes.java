package io.polyplug.monorepo.plan;

import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.TaskBlock;
import io.polyplug.monorepo.config.ToolPins;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Dishes without files. */
final class SampleDishes {
  static final Path ROOT = Path.of("/workspace");

  private SampleDishes() {}

  static Dish dish(String name, String... dependsOn) {
    return dish(name, List.of(), List.of(), Map.of(), dependsOn);
  }

  static Dish dish(
      String name,
      List<String> inputs,
      List<String> outputs,
      Map<String, TaskBlock> tasks,
      String... dependsOn) {
    return new Dish(
        name,
        name,
        ROOT.resolve(name),
        Optional.empty(),
        inputs,
        outputs,
        List.of(dependsOn),
        false,
        ToolPins.NONE,
        Optional.empty(),
        tasks);
  }

  static Bento bento(String name, Dish... dishes) {
    return new Bento(name, ROOT.resolve("bentos/" + name + ".toml"), List.of(dishes));
  }

  static TaskBlock run(String command) {
    return block(Optional.of(command), false, true);
  }

  static TaskBlock block(Optional<String> run, boolean ci, boolean cache) {
    return new TaskBlock(
        run, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), 0, ci, cache);
  }
}
