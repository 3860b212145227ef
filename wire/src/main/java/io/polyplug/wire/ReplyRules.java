package io.polyplug.wire;

import io.polyplug.wire.BadBody.Reason;
import org.jspecify.annotations.Nullable;

/** What the members of a reply mean in a dialect. */
final class ReplyRules {
  private final boolean nullErrorIsAbsent;
  private final boolean missingResultIsNull;
  private final @Nullable ErrorObject defaults;

  ReplyRules(Dialect dialect) {
    nullErrorIsAbsent = dialect.nullErrorIsAbsent();
    missingResultIsNull = dialect.missingResultIsNull();
    defaults = dialect.errorDefaults();
  }

  Inbound reply(Id id, @Nullable Json result, @Nullable Json error) {
    if (error != null && isFailure(error)) {
      ErrorObject parsed = error(error);
      return parsed == null
          ? new BadBody(
              Reason.ERROR_SHAPE,
              "An error must be an object with an integer code and a message.",
              id)
          : new Response(id, null, parsed, error);
    }
    if (result != null || missingResultIsNull) {
      return new Response(id, Json.orNull(result), null, null);
    }
    return new BadBody(
        Reason.NEITHER_RESULT_NOR_ERROR, "A reply must have a result or an error.", id);
  }

  private boolean isFailure(Json error) {
    return switch (error.kind()) {
      case OBJECT -> true;
      case NULL -> !nullErrorIsAbsent;
      case ARRAY, STRING, NUMBER, BOOLEAN -> defaults == null;
    };
  }

  private @Nullable ErrorObject error(Json text) {
    if (text.kind() != Json.Kind.OBJECT) {
      return null;
    }
    Integer code = code(Members.find(text, "code"));
    Json messageText = Members.find(text, "message");
    String message = messageText == null ? null : EnvelopeParser.string(messageText);
    if (defaults != null) {
      code = code == null ? (Integer) defaults.code() : code;
      message = message == null ? defaults.message() : message;
    }
    return code == null || message == null
        ? null
        : new ErrorObject(code, message, Members.find(text, "data"));
  }

  private static @Nullable Integer code(@Nullable Json value) {
    if (value == null
        || !(EnvelopeParser.id(value) instanceof Id.Num number)
        || number.value() != (int) number.value()) {
      return null;
    }
    return (int) number.value();
  }
}
