package io.polyplug.conformance.rpc;

import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Violation;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the plugin answered to a question.
 *
 * @param what the question, for sentences
 * @param result what it gave; {@code null} if it gave nothing and no error either
 * @param error its error as it came
 */
public record Reply(String what, Json result, Optional<Json> error) {
  /** Whether it is an error. One that is no object with a code and a message fails the axis. */
  public boolean isError() {
    if (error.isEmpty()) {
      return false;
    }
    code();
    message();
    return true;
  }

  /** The result; an error fails the axis. */
  public Json orFail() {
    if (isError()) {
      throw new Violation(what + " was answered with " + errorText());
    }
    return result;
  }

  /** The result, which has to be an object. */
  public Json objectOrFail() {
    Json value = orFail();
    if (value.kind() != Json.Kind.OBJECT) {
      throw new Violation(
          "the result of %s is %s, expected an object".formatted(what, excerpt(value)));
    }
    return value;
  }

  /** Fails the axis unless this is an error with this code. */
  public void expectError(int expected) {
    if (!isError()) {
      throw new Violation(
          "%s was answered with the result %s, expected the error %d"
              .formatted(what, excerpt(result), expected));
    }
    if (code() != expected) {
      throw new Violation(
          "%s was answered with %s, expected %d".formatted(what, errorText(), expected));
    }
  }

  /** The code of its error. */
  public int code() {
    Json code = member("code");
    try {
      if (code != null && code.kind() == Json.Kind.NUMBER && code.length() < 12) {
        return Integer.parseInt(code.toString());
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new Violation("the error for " + what + " has no code that is a whole number");
  }

  /** The message of its error. */
  public String message() {
    Json message = member("message");
    String text = message == null ? null : message.stringValue();
    if (text == null) {
      throw new Violation("the error for " + what + " has no message");
    }
    return text;
  }

  /** Its error for sentences. */
  public String errorText() {
    return "the error " + code() + " (" + UntrustedText.excerpt(message(), 100) + ")";
  }

  private @Nullable Json member(String name) {
    Json object = error.orElse(Json.NULL);
    if (object.kind() != Json.Kind.OBJECT) {
      throw new Violation(
          "the error for %s is %s, expected an object with code and message"
              .formatted(what, excerpt(object)));
    }
    return JsonParts.find(object, name)[0];
  }

  private static String excerpt(Json value) {
    return UntrustedText.excerpt(value.toString(), 80);
  }
}
