package io.polyplug.monorepo.run;

import java.util.List;

/** What became of a bento; its dishes are in the order of levels. */
public record BentoReport(String name, List<DishReport> dishes) {
  public BentoReport {
    dishes = List.copyOf(dishes);
  }
}
