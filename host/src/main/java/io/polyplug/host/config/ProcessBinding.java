package io.polyplug.host.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The part of a {@code [[plugin]]} table that says how to start a process, the same for every
 * contract that starts one.
 *
 * @param command a program, or a path to one; not looked up yet
 * @param arguments passed unchanged
 * @param folder the working folder, absolute: that of the file unless {@code dir} says otherwise
 * @param environment the whole environment of the process
 */
public record ProcessBinding(
    String command, List<String> arguments, Path folder, Map<String, SecretText> environment) {
  public ProcessBinding {
    arguments = List.copyOf(arguments);
    environment = Map.copyOf(environment);
  }

  /** Reads {@code command}, {@code args}, {@code dir} and {@code env}. */
  public static ProcessBinding read(ConfigTable table) {
    String command = table.requiredText("command").strip();
    List<String> arguments = table.texts("args").orElse(List.of());
    Path folder =
        table
            .text("dir")
            .filter(dir -> !dir.isBlank())
            .map(dir -> table.folder().resolve(dir).normalize())
            .orElse(table.folder());
    return new ProcessBinding(command, arguments, folder, SecretText.read(table, "env"));
  }
}
