package io.polyplug.workbench.api;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * {@code GET /api/openapi.json}: what this API offers, as OpenAPI 3.1. It is described in a file
 * beside this class; told is what of it is served.
 *
 * @param version of this program
 */
record OpenApi(String version) {
  private static final String PATH = "/api/openapi.json";

  /** Adds its own route, and has all of them described. */
  Routes addTo(Routes.Builder routes) {
    Json[] document = new Json[1];
    Routes all = routes.add("GET", PATH, call -> call.answer(200, document[0])).build();
    document[0] = document(all.all());
    return all;
  }

  /** The members of the file: {@code components}, {@code paths}. */
  static Map<String, Json> described() {
    try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
      return JsonParts.members(Json.parse(Objects.requireNonNull(in).readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Json document(List<String> served) {
    Map<String, Json> described = described();
    Map<String, Map<String, Json>> paths = new LinkedHashMap<>();
    JsonParts.members(Objects.requireNonNull(described.get("paths")))
        .forEach(
            (path, operations) ->
                JsonParts.members(operations)
                    .forEach(
                        (method, operation) -> {
                          if (served.contains(method.toUpperCase(Locale.ROOT) + " " + path)) {
                            paths
                                .computeIfAbsent(path, _ -> new LinkedHashMap<>())
                                .put(method, operation);
                          }
                        }));
    Map<String, Json> whole = new HashMap<>(described);
    whole.remove("paths");
    return Json.object(
        out -> {
          out.writeStringProperty("openapi", "3.1.0");
          out.writeObjectPropertyStart("info");
          out.writeStringProperty("title", "Polyplug workbench");
          out.writeStringProperty("version", version);
          out.writeEndObject();
          whole.forEach(
              (name, value) -> {
                out.writeName(name);
                value.writeTo(out);
              });
          out.writeObjectPropertyStart("paths");
          paths.forEach(
              (path, operations) -> {
                out.writeObjectPropertyStart(path);
                operations.forEach(
                    (method, operation) -> {
                      out.writeName(method);
                      operation.writeTo(out);
                    });
                out.writeEndObject();
              });
          out.writeEndObject();
        });
  }
}
