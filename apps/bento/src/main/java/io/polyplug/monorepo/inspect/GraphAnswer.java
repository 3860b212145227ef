package io.polyplug.monorepo.inspect;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.Answer;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.plan.DishGraph;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The order of the dishes of bentos, drawn. Pure functions. */
public final class GraphAnswer {
  /** One bento, level by level. */
  private record Levels(Bento bento, List<List<Dish>> levels) {}

  private GraphAnswer() {}

  /**
   * Draws.
   *
   * @param bento only this one, which has to be there
   * @param filter only this one, if it is there
   */
  public static Answer of(
      Workspace workspace, Optional<String> bento, Optional<String> filter, boolean dot)
      throws WorkspaceProblem {
    Optional<String> only = bento.isPresent() ? bento : filter;
    List<Levels> levels = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Bento each : workspace.bentos()) {
      names.add(each.name());
      if (only.isEmpty() || only.get().equals(each.name())) {
        levels.add(new Levels(each, DishGraph.of(each).levels()));
      }
    }
    if (bento.isPresent() && levels.isEmpty()) {
      throw new WorkspaceProblem(
          ProblemKind.BOX_NOT_FOUND,
          "there is no bento " + UntrustedText.excerpt(bento.get(), 80),
          Optional.empty(),
          Optional.empty(),
          names);
    }
    return of(levels, dot);
  }

  private static Answer of(List<Levels> bentos, boolean dot) {
    return new Answer(json(bentos), dot ? dot(bentos) : ascii(bentos));
  }

  private static Json json(List<Levels> bentos) {
    return Json.write(
        out -> {
          out.writeStartArray();
          for (Levels bento : bentos) {
            out.writeStartObject();
            out.writeStringProperty("bento", bento.bento().name());
            out.writeArrayPropertyStart("levels");
            for (List<Dish> level : bento.levels()) {
              out.writeStartArray();
              for (Dish dish : level) {
                out.writeString(dish.name());
              }
              out.writeEndArray();
            }
            out.writeEndArray();
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }

  private static List<String> ascii(List<Levels> bentos) {
    List<String> lines = new ArrayList<>();
    for (Levels bento : bentos) {
      int dishes = bento.bento().dishes().size();
      lines.add(
          "bento: "
              + UntrustedText.escape(bento.bento().name())
              + " ("
              + dishes
              + (dishes == 1 ? " dish)" : " dishes)"));
      int number = 0;
      for (List<Dish> level : bento.levels()) {
        lines.add("  level " + number++ + ":");
        for (Dish dish : level) {
          lines.add("    " + UntrustedText.escape(dish.name()) + needs(dish));
        }
      }
    }
    return lines;
  }

  private static String needs(Dish dish) {
    if (dish.dependsOn().isEmpty()) {
      return "";
    }
    List<String> names = new ArrayList<>();
    for (String name : dish.dependsOn()) {
      names.add(UntrustedText.escape(name));
    }
    return "  ← " + String.join(", ", names);
  }

  private static List<String> dot(List<Levels> bentos) {
    List<String> lines = new ArrayList<>();
    lines.add("digraph bentos {");
    lines.add("  rankdir=LR;");
    int cluster = 0;
    for (Levels bento : bentos) {
      // A dish in two bentos is two nodes, each in its own box.
      String prefix = bento.bento().name() + "/";
      lines.add("  subgraph cluster_" + cluster++ + " {");
      lines.add("    label=" + quoted(bento.bento().name()) + ";");
      for (List<Dish> level : bento.levels()) {
        for (Dish dish : level) {
          lines.add(
              "    " + quoted(prefix + dish.name()) + " [label=" + quoted(dish.name()) + "];");
        }
      }
      lines.add("  }");
      for (Dish dish : bento.bento().dishes()) {
        for (String needed : dish.dependsOn()) {
          lines.add("  " + quoted(prefix + needed) + " -> " + quoted(prefix + dish.name()) + ";");
        }
      }
    }
    lines.add("}");
    return lines;
  }

  private static String quoted(String text) {
    return '"' + UntrustedText.escape(text).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
