package io.polyplug.monorepo.config;

import java.nio.file.Path;
import java.util.List;

/**
 * A named group of dishes.
 *
 * @param source the file, absolute
 * @param dishes in the order written
 */
public record Bento(String name, Path source, List<Dish> dishes) {
  public Bento {
    dishes = List.copyOf(dishes);
  }
}
