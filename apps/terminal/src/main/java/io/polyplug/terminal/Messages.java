package io.polyplug.terminal;

import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.WireBuffer;
import io.polyplug.base.UntrustedText;
import io.polyplug.terminal.ScreenView.Phase;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.RpcException;
import org.jspecify.annotations.Nullable;

/** The messages of a screen's channel. Pure functions. */
final class Messages {
  private Messages() {}

  static Json key(KeyEvent key) {
    return message("key", key.toJson());
  }

  static Json mouse(MouseEvent mouse) {
    return message("mouse", mouse.toJson());
  }

  private static Json message(String type, Json body) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", type);
          out.writeName(type);
          body.writeTo(out);
        });
  }

  static Json resize(int width, int height) {
    return Json.object(
        out -> {
          out.writeStringProperty("type", "resize");
          out.writeNumberProperty("width", width);
          out.writeNumberProperty("height", height);
        });
  }

  /** What a screen shows after this message; messages that nobody knows change nothing. */
  static ScreenView received(Json message, ScreenView before, int width, int height) {
    if (message.kind() != Json.Kind.OBJECT) {
      return before;
    }
    @Nullable Json[] found = JsonParts.find(message, "type", "buffer", "captures_text", "reason");
    String type = text(found[0]);
    return switch (type) {
      case "frame" -> frame(found[1], isTrue(found[2]), before, width, height);
      case "wedged" -> before.as(Phase.WEDGED, UntrustedText.excerpt(text(found[3]), 400));
      case "error" -> before.as(before.phase(), UntrustedText.excerpt(text(found[3]), 400));
      case "close_request" -> before.as(Phase.LEFT, "");
      default -> before;
    };
  }

  private static ScreenView frame(
      @Nullable Json buffer, boolean capturesText, ScreenView before, int width, int height) {
    try {
      WireBuffer read = WireBuffer.read(buffer == null ? Json.NULL : buffer);
      return new ScreenView(Phase.SHOWING, Grid.of(read, width, height), capturesText, "");
    } catch (RpcException undecodable) {
      String why = "painted something that is no frame: " + undecodable.error().message();
      return before.as(before.phase(), UntrustedText.excerpt(why, 400));
    }
  }

  private static String text(@Nullable Json value) {
    String text = value == null ? null : value.stringValue();
    return text == null ? "" : text;
  }

  private static boolean isTrue(@Nullable Json value) {
    return value != null && value.toString().equals("true");
  }
}
