package io.polyplug.monorepo.adapters;

import io.polyplug.bento.AdapterTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A default task of a language.
 *
 * @param inputs what all tasks of the language have, and what this one has in addition
 * @param outputs empty if the dish's own apply
 */
record TaskRow(String name, TaskCommand command, List<String> inputs, List<String> outputs) {
  static TaskRow of(String name, TaskCommand command, List<String> inputs) {
    return new TaskRow(name, command, inputs, List.of());
  }

  static TaskRow of(String name, String command, List<String> inputs) {
    return of(name, new TaskCommand.Plain(command), inputs);
  }

  TaskRow and(String... more) {
    List<String> all = new ArrayList<>(inputs);
    all.addAll(List.of(more));
    return new TaskRow(name, command, List.copyOf(all), outputs);
  }

  TaskRow makes(String... files) {
    return new TaskRow(name, command, inputs, List.of(files));
  }

  AdapterTask in(Path dish, Project project) {
    Optional<List<String>> made = outputs.isEmpty() ? Optional.empty() : Optional.of(outputs);
    return new AdapterTask(name, command.in(dish, project), inputs, made);
  }
}
