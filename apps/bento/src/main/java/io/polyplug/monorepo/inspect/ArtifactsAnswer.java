package io.polyplug.monorepo.inspect;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.Answer;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.TaskBlock;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.files.OutputWalk;
import io.polyplug.monorepo.plan.TaskTable;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The outputs that dishes write down and that are there. Pure functions of the file system. */
public final class ArtifactsAnswer {
  private ArtifactsAnswer() {}

  public static Answer of(Workspace workspace) throws WorkspaceProblem {
    Map<String, List<Path>> found = new TreeMap<>();
    for (Bento bento : workspace.bentos()) {
      for (Dish dish : bento.dishes()) {
        if (!found.containsKey(dish.name())) {
          List<Path> paths = of(dish);
          if (!paths.isEmpty()) {
            found.put(dish.name(), paths);
          }
        }
      }
    }
    List<String> lines = new ArrayList<>();
    found.forEach(
        (dish, paths) -> {
          lines.add(UntrustedText.escape(dish));
          for (Path path : paths) {
            lines.add("  " + UntrustedText.escape(path.toString()));
          }
        });
    if (found.isEmpty()) {
      lines.add("no outputs are there");
    }
    Json json =
        Json.object(
            out ->
                found.forEach(
                    (dish, paths) -> {
                      out.writeArrayPropertyStart(dish);
                      for (Path path : paths) {
                        out.writeString(path.toString());
                      }
                      out.writeEndArray();
                    }));
    return new Answer(json, lines);
  }

  private static List<Path> of(Dish dish) throws WorkspaceProblem {
    Set<String> globs = new LinkedHashSet<>(TaskTable.globs(dish.outputs()));
    for (TaskBlock task : dish.tasks().values()) {
      if (task.outputs().isPresent()) {
        globs.addAll(TaskTable.globs(task.outputs().get()));
      }
    }
    return OutputWalk.artifacts(dish.directory(), List.copyOf(globs));
  }
}
