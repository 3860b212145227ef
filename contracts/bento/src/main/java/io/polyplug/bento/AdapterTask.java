package io.polyplug.bento;

import java.util.List;
import java.util.Optional;

/**
 * A task that an adapter offers for every dish of its language.
 *
 * @param name for example {@code build}
 * @param run the shell command
 * @param inputs globs, relative to the dish
 * @param outputs globs, relative to the dish; empty if the dish's own apply
 */
public record AdapterTask(
    String name, String run, List<String> inputs, Optional<List<String>> outputs) {
  public AdapterTask {
    inputs = List.copyOf(inputs);
    outputs = outputs.map(List::copyOf);
  }
}
