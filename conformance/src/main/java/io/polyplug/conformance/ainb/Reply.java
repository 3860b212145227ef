package io.polyplug.conformance.ainb;

import io.polyplug.ainb.protocol.Fields;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Violation;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import org.jspecify.annotations.Nullable;

/** What a plugin answered to a request, well-formed (4.1, 4.2). */
sealed interface Reply {
  record Result(Json value) implements Reply {}

  record Refusal(int code, String message) implements Reply {}

  /** Reads a reply; one that is not well-formed fails the axis. */
  static Reply read(String method, Json frame) {
    @Nullable Json[] parts = JsonParts.find(frame, "result", "error");
    Json result = parts[0];
    Json error = parts[1];
    if ((result == null) == (error == null)) {
      throw new Violation(
          "its reply to %s carries %s a result and an error, expected was exactly one of them"
              .formatted(method, result == null ? "neither" : "both"));
    }
    if (result != null) {
      return new Result(result);
    }
    try {
      Fields fields = Fields.of("error", error);
      return new Refusal(
          fields.whole("code", Integer.MIN_VALUE, Integer.MAX_VALUE), fields.text("message"));
    } catch (RpcException wrong) {
      throw new Violation(
          "the error it answered %s with is none: %s".formatted(method, wrong.error().message()));
    }
  }

  /** For sentences. */
  default String sentence() {
    return switch (this) {
      case Result(Json value) -> "the result " + UntrustedText.excerpt(value.toString(), 80);
      case Refusal(int code, String message) ->
          "the error %d (%s)".formatted(code, UntrustedText.excerpt(message, 80));
    };
  }
}
