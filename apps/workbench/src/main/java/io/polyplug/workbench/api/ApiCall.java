package io.polyplug.workbench.api;

import io.polyplug.base.UntrustedText;
import io.polyplug.door.Exchange;
import io.polyplug.door.Refused;
import io.polyplug.host.NoSuchPlugin;
import io.polyplug.host.PluginException;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** One request to the API, with what its path names. Of the thread that serves it. */
record ApiCall(Exchange exchange, Map<String, String> variables) {
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type",
          "application/json",
          "Cache-Control",
          "no-store",
          "X-Content-Type-Options",
          "nosniff");

  /** What stands in the path under this name. */
  String variable(String name) {
    return variables.getOrDefault(name, "");
  }

  /** A parameter of the query. */
  Optional<String> parameter(String name) {
    return exchange.parameter(name);
  }

  /** The body as JSON; an empty one is an empty object. */
  Json json() throws IOException, Refused, ApiProblem {
    byte[] body = exchange.body();
    try {
      return body.length == 0 ? Json.EMPTY_OBJECT : Json.parse(body);
    } catch (InvalidJson e) {
      throw new ApiProblem(
          400,
          "invalid_json",
          "the body is not JSON: " + UntrustedText.excerpt(String.valueOf(e.getMessage()), 200));
    }
  }

  /** Answers with an object. */
  void object(Consumer<JsonGenerator> members) throws IOException {
    answer(200, Json.object(members));
  }

  /** Answers with any document. */
  void answer(int status, Json body) throws IOException {
    exchange.answer(status, HEADERS, body.toByteArray());
  }

  /** Answers that it was done, and nothing else. */
  void done() throws IOException {
    object(out -> out.writeBooleanProperty("ok", true));
  }

  /** Answers with an error. */
  void problem(int status, String code, String sentence) throws IOException {
    answer(
        status,
        Json.object(
            out -> {
              out.writeObjectPropertyStart("error");
              out.writeStringProperty("code", code);
              out.writeStringProperty("message", sentence);
              out.writeEndObject();
            }));
  }

  /** Answers what went wrong with a plugin, or here. */
  void failed(RuntimeException failure) throws IOException {
    switch (failure) {
      case PluginException e -> problem(502, e.code(), String.valueOf(e.getMessage()));
      case NoSuchPlugin e -> problem(404, "unknown_plugin", String.valueOf(e.getMessage()));
      default -> problem(500, "internal", "the workbench failed: " + failure);
    }
  }
}
