package io.polyplug.monorepo.inspect;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.Answer;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The dishes and the bentos of a workspace. Pure functions. */
public final class InventoryAnswer {
  private InventoryAnswer() {}

  private record Listed(Dish dish, List<String> bentos) {}

  public static Answer dishes(Workspace workspace, List<String> orphans) {
    Map<String, Listed> all = new TreeMap<>();
    for (Bento bento : workspace.bentos()) {
      for (Dish dish : bento.dishes()) {
        all.computeIfAbsent(dish.name(), _ -> new Listed(dish, new ArrayList<>()))
            .bentos()
            .add(bento.name());
      }
    }
    List<String> lines = new ArrayList<>();
    for (Listed each : all.values()) {
      lines.add(
          UntrustedText.escape(each.dish().name())
              + "  "
              + UntrustedText.escape(each.dish().path())
              + "  ("
              + UntrustedText.escape(each.dish().language().orElse("detected"))
              + ")  in "
              + UntrustedText.escape(String.join(", ", each.bentos())));
    }
    for (String orphan : orphans) {
      lines.add("orphan: " + UntrustedText.escape(orphan) + " is in no bento");
    }
    if (lines.isEmpty()) {
      lines.add("no dishes");
    }
    return new Answer(dishesJson(all, orphans), lines);
  }

  private static Json dishesJson(Map<String, Listed> all, List<String> orphans) {
    return Json.object(
        out -> {
          out.writeArrayPropertyStart("dishes");
          for (Listed each : all.values()) {
            out.writeStartObject();
            out.writeStringProperty("name", each.dish().name());
            out.writeStringProperty("path", each.dish().path());
            out.writeStringProperty("language", each.dish().language().orElse(null));
            out.writeArrayPropertyStart("bentos");
            each.bentos().forEach(out::writeString);
            out.writeEndArray();
            out.writeEndObject();
          }
          out.writeEndArray();
          out.writeArrayPropertyStart("orphans");
          orphans.forEach(out::writeString);
          out.writeEndArray();
        });
  }

  public static Answer bentos(Workspace workspace) {
    List<String> lines = new ArrayList<>();
    for (Bento bento : workspace.bentos()) {
      List<String> names = new ArrayList<>();
      for (Dish dish : bento.dishes()) {
        names.add(UntrustedText.escape(dish.name()));
      }
      lines.add(
          UntrustedText.escape(bento.name())
              + ": "
              + (names.isEmpty() ? "no dishes" : String.join(", ", names)));
    }
    if (lines.isEmpty()) {
      lines.add("no bentos");
    }
    Json json =
        Json.object(
            out -> {
              out.writeArrayPropertyStart("bentos");
              for (Bento bento : workspace.bentos()) {
                out.writeStartObject();
                out.writeStringProperty("name", bento.name());
                out.writeStringProperty(
                    "source", workspace.root().relativize(bento.source()).toString());
                out.writeArrayPropertyStart("dishes");
                for (Dish dish : bento.dishes()) {
                  out.writeString(dish.path());
                }
                out.writeEndArray();
                out.writeEndObject();
              }
              out.writeEndArray();
            });
    return new Answer(json, lines);
  }
}
