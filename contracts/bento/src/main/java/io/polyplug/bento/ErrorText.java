package io.polyplug.bento;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An error that a plugin answered, as the user sees it: nothing of it is trusted (2.8). */
final class ErrorText {
  private static final int MESSAGE_SHOWN = 2_000;
  private static final int MEMBER_SHOWN = 500;

  private ErrorText() {}

  static String start(String adapter, String method) {
    return "adapter " + UntrustedText.excerpt(adapter, 80) + ": " + method + ": ";
  }

  static String of(ErrorObject error) {
    StringBuilder text =
        new StringBuilder("error ")
            .append(error.code())
            .append(": ")
            .append(UntrustedText.excerpt(error.message(), MESSAGE_SHOWN));
    Json data = error.data();
    if (data != null && data.kind() == Json.Kind.OBJECT) {
      String open = " (";
      for (Member member : members(error.code())) {
        String value = member.in(data);
        if (value != null) {
          text.append(open).append(member.name).append(": ").append(value);
          open = ", ";
        }
      }
      text.append(open.equals(", ") ? ")" : "");
    }
    return text.toString();
  }

  /** A code that nobody knows is an error within the plugin. */
  private static List<Member> members(int code) {
    return switch (code) {
      case BentoProtocol.INSTALL_FAILED ->
          List.of(new Member("exit_status", true), new Member("command", false));
      case BentoProtocol.TOOLCHAIN_UNPARSEABLE ->
          List.of(new Member("file", false), new Member("reason", false));
      case BentoProtocol.IO_ERROR -> List.of(new Member("path", false), new Member("errno", true));
      default -> List.of(new Member("detail", false));
    };
  }

  private record Member(String name, boolean number) {
    /** Null if it is absent or of another type. */
    @Nullable String in(Json data) {
      Json value = JsonParts.find(data, name)[0];
      if (value == null) {
        return null;
      }
      if (number) {
        return value.kind() == Json.Kind.NUMBER && value.length() < 20 ? value.toString() : null;
      }
      String text = value.stringValue();
      return text == null ? null : UntrustedText.excerpt(text, MEMBER_SHOWN);
    }
  }
}
