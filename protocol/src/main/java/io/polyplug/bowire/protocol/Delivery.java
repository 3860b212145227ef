package io.polyplug.bowire.protocol;

import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a notification about a stream or a channel carries (5.3, 5.7).
 *
 * @param id of the stream or channel; empty if there is none
 * @param message the content of a string, the text of anything else
 * @param error present if the end is a failure
 */
public record Delivery(String id, Json message, Optional<Problem> error) {
  /** How a stream or channel failed, with the whole object as it came. */
  public record Problem(ErrorObject error, Json text) {}

  /** A message that was null or left out. */
  private static final Json NO_MESSAGE = Json.string("");

  /** Reads the params of a data notification. */
  public static Delivery data(Json params, String idName) {
    if (params.kind() != Json.Kind.OBJECT) {
      return new Delivery("", NO_MESSAGE, Optional.empty());
    }
    @Nullable Json[] found = JsonParts.find(params, idName, "message");
    String id = found[0] == null ? null : found[0].stringValue();
    Json message = found[1];
    return new Delivery(
        id == null ? "" : id,
        message == null || message.kind() == Json.Kind.NULL ? NO_MESSAGE : message,
        Optional.empty());
  }

  /** Reads the params of an end notification; only an object is an error. */
  public static Delivery end(Json params, String idName) {
    Members members = Members.of(params);
    return new Delivery(
        members.text(idName).orElse(""),
        NO_MESSAGE,
        members
            .value("error")
            .filter(error -> error.kind() == Json.Kind.OBJECT)
            .map(Delivery::problem));
  }

  private static Problem problem(Json error) {
    Members members = Members.of(error);
    return new Problem(
        new ErrorObject(
            members
                .whole("code")
                .filter(code -> code == code.intValue())
                .map(Long::intValue)
                .orElse(BowireProtocol.UNTOLD_ERROR.code()),
            members.text("message").orElse(BowireProtocol.UNTOLD_ERROR.message()),
            members.value("data").orElse(null)),
        error);
  }
}
