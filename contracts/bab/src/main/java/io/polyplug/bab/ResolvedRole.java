package io.polyplug.bab;

import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A role as a run gets it (section 5). */
record ResolvedRole(String name, String prompt, Map<String, Json> args, Source source) {
  /** Who describes it. */
  enum Source {
    BUILT_IN("built_in"),
    PLUGIN("plugin");

    private final String word;

    Source(String word) {
      this.word = word;
    }
  }

  ResolvedRole {
    args = Collections.unmodifiableMap(new LinkedHashMap<>(args));
  }

  /** One argument as text; empty if there is none. */
  String argument(String argument) {
    @Nullable Json value = args.get(argument);
    return value == null ? "" : text(value);
  }

  /** The arguments as most programs take them (end of section 20). */
  List<String> flags() {
    List<String> flags = new ArrayList<>();
    args.forEach(
        (key, value) -> {
          String flag = "--" + key.replace('_', '-');
          switch (value.kind()) {
            case BOOLEAN -> {
              if (value.toString().equals("true")) {
                flags.add(flag);
              }
            }
            case STRING, NUMBER -> flags.addAll(List.of(flag, text(value)));
            case OBJECT, ARRAY, NULL -> throw new IllegalStateException("no argument: " + key);
          }
        });
    return flags;
  }

  private static String text(Json scalar) {
    @Nullable String text = scalar.stringValue();
    return text == null ? scalar.toString() : text;
  }

  Json toJson() {
    return Json.object(
        out -> {
          out.writeStringProperty("name", name);
          out.writeStringProperty("prompt", prompt);
          out.writeName("args");
          out.writeStartObject();
          args.forEach(
              (key, value) -> {
                out.writeName(key);
                value.writeTo(out);
              });
          out.writeEndObject();
          out.writeStringProperty("source", source.word);
        });
  }
}
