package io.polyplug.monorepo;

import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The JSON Schemas of what commands print for programs. Pure functions. */
public final class MonorepoSchemas {
  /** Their names, sorted; several commands share one. */
  public static final List<String> NAMES =
      List.of(
          "artifacts",
          "box-list",
          "cache-clear",
          "cache-prune",
          "cache-stats",
          "cache-transfer",
          "created",
          "dish-add",
          "dish-list",
          "doctor",
          "graph",
          "plan",
          "problem",
          "run",
          "schema",
          "why");

  private MonorepoSchemas() {}

  /** The name of the schema for a command as it is typed, such as {@code cache push}. */
  static String nameFor(String command) {
    return switch (command.replace(' ', '-')) {
      case "ci", "build", "check", "test", "lint", "install" -> "run";
      case "cache-push", "cache-pull" -> "cache-transfer";
      case "init", "box-add" -> "created";
      default -> command.replace(' ', '-');
    };
  }

  /** One schema. */
  public static Json named(String name) {
    try (InputStream in = MonorepoSchemas.class.getResourceAsStream("schema/" + name + ".json")) {
      if (in == null) {
        throw new IllegalArgumentException("no schema " + name);
      }
      return Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The schema of a command, or all of them by name. */
  public static Answer answer(Optional<String> command) throws WorkspaceProblem {
    if (command.isEmpty()) {
      Json all =
          Json.object(
              out -> {
                for (String name : NAMES) {
                  out.writeName(name);
                  named(name).writeTo(out);
                }
              });
      return new Answer(all, NAMES);
    }
    String name = nameFor(command.get());
    if (!NAMES.contains(name)) {
      throw new WorkspaceProblem(
          ProblemKind.TARGET_NOT_FOUND,
          "there is no schema for " + UntrustedText.excerpt(command.get(), 80),
          Optional.empty(),
          Optional.of("These there are:"),
          NAMES);
    }
    Json schema = named(name);
    return new Answer(schema, new ArrayList<>(schema.toString().lines().toList()));
  }
}
