package io.polyplug.wire;

import io.polyplug.wire.BadBody.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads one frame's envelope and leaves its payload as text. The whole body is checked to be JSON;
 * of members with the same name the last counts; what has a method is a request or notification,
 * whatever else it has. Safe from any thread.
 */
final class EnvelopeParser {
  private static final byte[] VERSION = Ascii.bytes("\"2.0\"");

  private final ReplyRules replies;
  private final Dialect.JsonrpcMember jsonrpcRule;

  EnvelopeParser(Dialect dialect) {
    replies = new ReplyRules(dialect);
    jsonrpcRule = dialect.jsonrpc();
  }

  Inbound parse(byte[] body) {
    JsonScanner scanner = new JsonScanner(body, 0, body.length);
    int start = scanner.skipBlanks(0);
    if (start == body.length || body[start] != '{') {
      return scanner.onlyValue(start) < 0
          ? bad(Reason.NOT_JSON, scanner.failure().getMessage())
          : bad(Reason.NOT_AN_OBJECT, "A message must be a JSON object, this is another value.");
    }
    Members members = new Members();
    return members.read(body, scanner, start)
        ? classify(members)
        : unreadable(members, scanner, scanner.failure().getMessage());
  }

  private Inbound unreadable(Members members, JsonScanner scanner, @Nullable String sentence) {
    if (scanner.isTooDeep()
        && members.method != null
        && members.id != null
        && classify(members) instanceof Request request) {
      return new BadBody(Reason.REQUEST_TOO_DEEP, String.valueOf(sentence), request.id());
    }
    return bad(Reason.NOT_JSON, sentence);
  }

  private Inbound classify(Members members) {
    String wrongVersion = wrongVersion(members.jsonrpc);
    if (wrongVersion != null) {
      return bad(Reason.JSONRPC_MEMBER, wrongVersion);
    }
    Id id = members.id == null ? null : id(members.id);
    if (members.id != null && id == null) {
      return bad(Reason.ID_NOT_AN_ID, "An id must be a number, a string or null.");
    }
    if (members.method != null) {
      String method = string(members.method);
      if (method == null) {
        return bad(Reason.METHOD_NOT_A_STRING, "A method must be a string.");
      }
      return id == null || id.equals(Id.NULL)
          ? new Notification(method, members.params)
          : new Request(id, method, members.params);
    }
    return id == null
        ? bad(Reason.NEITHER_METHOD_NOR_ID, "A message must have a method or an id.")
        : replies.reply(id, members.result, members.error);
  }

  private @Nullable String wrongVersion(@Nullable Json member) {
    return switch (jsonrpcRule) {
      case IGNORED -> null;
      case MUST_BE_PRESENT -> member == null ? "The member jsonrpc is missing." : null;
      case MUST_BE_2_0 ->
          member != null && isVersion2(member) ? null : "The member jsonrpc must be \"2.0\".";
    };
  }

  private static boolean isVersion2(Json member) {
    byte[] bytes = member.array();
    int at = member.offset();
    if (member.length() == VERSION.length) {
      return Arrays.equals(VERSION, 0, VERSION.length, bytes, at, at + VERSION.length);
    }
    return "2.0".equals(member.stringValue());
  }

  private static BadBody bad(Reason reason, @Nullable String sentence) {
    return new BadBody(reason, sentence == null ? reason.toString() : sentence, null);
  }

  /** The id that this value is; null if it cannot be one. */
  static @Nullable Id id(Json value) {
    return switch (value.kind()) {
      case NUMBER -> number(value);
      case STRING -> new Id.Text(Objects.requireNonNull(string(value)), value);
      case NULL -> Id.NULL;
      case OBJECT, ARRAY, BOOLEAN -> null;
    };
  }

  private static Id number(Json value) {
    byte[] bytes = value.array();
    int at = value.offset();
    int end = at + value.length();
    boolean negative = bytes[at] == '-';
    long sum = 0;
    // Eighteen digits cannot overflow; longer ones are rare enough to go the slow way.
    if (value.length() > 18) {
      return longNumber(value);
    }
    for (int i = negative ? at + 1 : at; i < end; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        return new Id.Other(value);
      }
      sum = sum * 10 + (bytes[i] - '0');
    }
    return new Id.Num(negative ? -sum : sum);
  }

  private static Id longNumber(Json value) {
    try {
      return new Id.Num(Long.parseLong(value.toString()));
    } catch (NumberFormatException tooLong) {
      return new Id.Other(value);
    }
  }

  static @Nullable String string(Json value) {
    byte[] bytes = value.array();
    int at = value.offset();
    if (bytes[at] != '"') {
      return null;
    }
    JsonScanner scanner = new JsonScanner(bytes, at, at + value.length());
    scanner.string(at);
    return scanner.lastStringWasPlain()
        ? new String(bytes, at + 1, value.length() - 2, StandardCharsets.ISO_8859_1)
        : value.stringValue();
  }

  /** The id in a member of an object; null if there is none. */
  static @Nullable Id idMember(Json object, String name) {
    Json value = Members.find(object, name);
    Id id = value == null ? null : id(value);
    return Id.NULL.equals(id) ? null : id;
  }
}
