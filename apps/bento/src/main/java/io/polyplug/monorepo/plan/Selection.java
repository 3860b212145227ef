package io.polyplug.monorepo.plan;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.Utf8Order;
import io.polyplug.monorepo.config.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What a command is to work on (the end of section 6.6). Pure functions. */
public final class Selection {
  /**
   * A bento, and which of its dishes are meant.
   *
   * @param bento whole, because keys depend on dishes that are not selected
   * @param dishes in the order written
   */
  public record Selected(Bento bento, List<Dish> dishes) {
    public Selected {
      dishes = List.copyOf(dishes);
    }
  }

  private Selection() {}

  /**
   * The selected bentos, by name.
   *
   * @param target the name of a bento, or of a dish, which is selected without its dependencies
   * @param bento if there, no other bento is selected; that there is none of this name is no
   *     problem
   */
  public static List<Selected> of(
      Workspace workspace, Optional<String> target, Optional<String> bento)
      throws WorkspaceProblem {
    boolean dishes = target.isPresent() && isDish(workspace, target.get());
    List<Selected> selected = new ArrayList<>();
    for (Bento candidate : workspace.bentos()) {
      if (bento.isPresent() && !bento.get().equals(candidate.name())) {
        continue;
      }
      if (dishes) {
        for (Dish dish : candidate.dishes()) {
          if (dish.name().equals(target.get())) {
            selected.add(new Selected(candidate, List.of(dish)));
          }
        }
      } else if (target.isEmpty() || target.get().equals(candidate.name())) {
        selected.add(new Selected(candidate, candidate.dishes()));
      }
    }
    return selected;
  }

  /** Whether the target is a dish; if not, it is a bento. */
  private static boolean isDish(Workspace workspace, String target) throws WorkspaceProblem {
    TreeSet<String> bentos = new TreeSet<>(Utf8Order::compare);
    TreeSet<String> dishes = new TreeSet<>(Utf8Order::compare);
    for (Bento bento : workspace.bentos()) {
      bentos.add(bento.name());
      for (Dish dish : bento.dishes()) {
        dishes.add(dish.name());
      }
    }
    String shown = UntrustedText.excerpt(target, 100);
    if (bentos.contains(target) && dishes.contains(target)) {
      throw new WorkspaceProblem(
          ProblemKind.TARGET_AMBIGUOUS,
          "\"" + shown + "\" is the name of a bento and of a dish.",
          Optional.empty(),
          Optional.of("Select the bento with --bento, or rename one of them."),
          List.of("--bento " + shown));
    }
    if (!bentos.contains(target) && !dishes.contains(target)) {
      List<String> known = new ArrayList<>(bentos.size() + dishes.size());
      for (String name : bentos) {
        known.add(UntrustedText.excerpt(name, 100));
      }
      for (String name : dishes) {
        known.add(UntrustedText.excerpt(name, 100));
      }
      throw new WorkspaceProblem(
          ProblemKind.TARGET_NOT_FOUND,
          "There is no bento and no dish called \"" + shown + "\".",
          Optional.empty(),
          Optional.of(
              known.isEmpty()
                  ? "The workspace has none yet."
                  : "Name one of those that there are."),
          known);
    }
    return dishes.contains(target);
  }
}
