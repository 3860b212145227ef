package io.polyplug.monorepo.plan;

import io.polyplug.monorepo.plan.Plan.PlannedBento;
import io.polyplug.monorepo.plan.Plan.PlannedDish;
import io.polyplug.monorepo.plan.Plan.PlannedTask;
import tools.jackson.core.JsonGenerator;

/** A plan for programs. Pure functions. */
public final class PlanJson {
  private PlanJson() {}

  /** The members of the plan's object. */
  public static void write(Plan plan, JsonGenerator out) {
    out.writeArrayPropertyStart("bentos");
    for (PlannedBento bento : plan.bentos()) {
      out.writeStartObject();
      out.writeStringProperty("name", bento.name());
      out.writeArrayPropertyStart("dishes");
      for (PlannedDish dish : bento.dishes()) {
        write(dish, out);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    out.writeEndArray();
    Plan.Summary sum = plan.summary();
    out.writeObjectPropertyStart("summary");
    out.writeNumberProperty("dishes", sum.dishes());
    out.writeNumberProperty("tasks", sum.tasks());
    out.writeNumberProperty("hits", sum.hits());
    out.writeNumberProperty("misses", sum.misses());
    out.writeNumberProperty("skipped", sum.skipped());
    out.writeEndObject();
    if (!plan.orphans().isEmpty()) {
      out.writeArrayPropertyStart("orphans");
      for (String orphan : plan.orphans()) {
        out.writeString(orphan);
      }
      out.writeEndArray();
    }
  }

  private static void write(PlannedDish dish, JsonGenerator out) {
    out.writeStartObject();
    out.writeStringProperty("name", dish.name());
    out.writeStringProperty("path", dish.path());
    out.writeStringProperty("language", dish.language().orElse(null));
    if (dish.diffClean()) {
      out.writeBooleanProperty("skipped_by_diff", true);
    }
    out.writeArrayPropertyStart("tasks");
    for (PlannedTask task : dish.tasks()) {
      out.writeStartObject();
      out.writeStringProperty("name", task.name());
      out.writeStringProperty("run", task.run());
      out.writeStringProperty("key", task.key());
      out.writeStringProperty("status", task.status().wireName());
      if (task.status().isMiss()) {
        out.writeStringProperty("miss_reason", task.status().missReason());
      }
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }
}
