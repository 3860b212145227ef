package io.polyplug.monorepo.plan;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.plan.Plan.PlannedBento;
import io.polyplug.monorepo.plan.Plan.PlannedDish;
import io.polyplug.monorepo.plan.Plan.PlannedTask;
import java.util.function.Consumer;

/** A plan for people. Pure functions. */
public final class PlanText {
  private static final int KEY_CHARACTERS = 12;

  private PlanText() {}

  /** Line by line. */
  public static void write(Plan plan, Consumer<String> out) {
    if (plan.bentos().isEmpty()) {
      out.accept("no bentos to plan");
    }
    for (PlannedBento bento : plan.bentos()) {
      out.accept(
          "plan: "
              + UntrustedText.escape(bento.name())
              + " bento ("
              + count(bento.dishes().size(), "dish", "dishes")
              + ")");
      out.accept("");
      for (PlannedDish dish : bento.dishes()) {
        write(dish, out);
      }
      out.accept("");
    }
    for (String orphan : plan.orphans()) {
      out.accept("orphan: " + UntrustedText.escape(orphan) + " is in no bento");
    }
    if (!plan.bentos().isEmpty()) {
      out.accept(summary(plan.summary()));
    }
  }

  private static void write(PlannedDish dish, Consumer<String> out) {
    out.accept(
        "  "
            + UntrustedText.escape(dish.name())
            + "  ("
            + UntrustedText.escape(dish.language().orElse("no adapter"))
            + ")");
    if (dish.diffClean()) {
      out.accept("    diff-clean — no tasks to run");
      return;
    }
    int width = 0;
    for (PlannedTask task : dish.tasks()) {
      width = Math.max(width, UntrustedText.escape(task.name()).length());
    }
    for (PlannedTask task : dish.tasks()) {
      String name = UntrustedText.escape(task.name());
      StringBuilder row = new StringBuilder("    ").append(name);
      row.repeat(' ', width - name.length());
      row.append("  [").append(task.status().label()).append(']');
      if (!task.key().isEmpty()) {
        row.append(task.status() == PlanStatus.CACHE_HIT ? "   " : "  ");
        row.append(task.key(), 0, KEY_CHARACTERS);
      }
      out.accept(row.toString());
    }
  }

  private static String summary(Plan.Summary sum) {
    String text =
        "summary: "
            + count(sum.dishes(), "dish", "dishes")
            + " · "
            + count(sum.tasks(), "task", "tasks")
            + " · "
            + sum.misses()
            + " miss · "
            + sum.hits()
            + " hit";
    return sum.skipped() > 0 ? text + " · " + sum.skipped() + " skipped (diff-clean)" : text;
  }

  private static String count(int number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }
}
