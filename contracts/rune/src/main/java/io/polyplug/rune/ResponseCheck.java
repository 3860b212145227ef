package io.polyplug.rune;

import static io.polyplug.rune.HandshakeCheck.quoted;

import io.polyplug.rune.protocol.ExecuteResponse;
import io.polyplug.rune.protocol.WhiteSpace;
import java.util.Optional;

/** Checks a decoded response in the order of section 7.2; the first violation decides. Pure. */
public record ResponseCheck(String requestId) {
  /** What is wrong, if anything, as a sentence; all of it is a malformed response. */
  public Optional<String> violation(ExecuteResponse response) {
    if (!response.type().equals("response")) {
      return Optional.of(
          "expected a line of type \"response\", found type " + quoted(response.type()));
    }
    if (!response.requestId().equals(requestId)) {
      return Optional.of(
          "expected the request_id "
              + quoted(requestId)
              + ", found "
              + quoted(response.requestId()));
    }
    return switch (response.status()) {
      case "ok" ->
          response.error().isPresent()
              ? Optional.of("a response with status \"ok\" has an error all the same")
              : Optional.empty();
      case "error" -> errorViolation(response);
      default ->
          Optional.of(
              "expected the status \"ok\" or \"error\", found " + quoted(response.status()));
    };
  }

  private static Optional<String> errorViolation(ExecuteResponse response) {
    if (response.error().isEmpty()) {
      return Optional.of("a response with status \"error\" has no error");
    }
    return WhiteSpace.isBlank(response.error().get().message())
        ? Optional.of("a response with status \"error\" has an error without a message")
        : Optional.empty();
  }
}
