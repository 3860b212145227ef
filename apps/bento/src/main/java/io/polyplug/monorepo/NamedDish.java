package io.polyplug.monorepo;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.Workspace;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds dishes by their names. Pure functions. */
final class NamedDish {
  private NamedDish() {}

  /**
   * The dish of this name.
   *
   * @param otherwise the kind of the problem that there is none, which lists those that there are
   */
  static Dish of(Workspace workspace, String name, ProblemKind otherwise) throws WorkspaceProblem {
    Set<String> names = new LinkedHashSet<>();
    for (Bento bento : workspace.bentos()) {
      for (Dish dish : bento.dishes()) {
        if (dish.name().equals(name)) {
          return dish;
        }
        names.add(dish.name());
      }
    }
    throw new WorkspaceProblem(
        otherwise,
        "there is no dish " + UntrustedText.excerpt(name, 80),
        Optional.empty(),
        Optional.empty(),
        List.copyOf(names));
  }
}
