package io.polyplug.sdk.internal;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.sdk.Key;
import io.polyplug.sdk.Mouse;
import io.polyplug.sdk.Picture;
import io.polyplug.sdk.Screen;
import io.polyplug.sdk.Size;
import io.polyplug.wire.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The screens of a plugin, of which one is shown. Used by one thread at a time. */
final class AinbScreens {
  private static final int U16 = 0xFFFF;

  private final Map<String, Screen> screens;
  private @Nullable Screen shown;

  AinbScreens(Map<String, Screen> screens) {
    this.screens = screens;
    this.shown = screens.isEmpty() ? null : screens.values().iterator().next();
  }

  Json render(Fields params) throws Exception {
    Fields viewport = params.object("viewport");
    Size size = new Size(viewport.whole("width", 0, U16), viewport.whole("height", 0, U16));
    Screen screen = shown;
    Picture picture = screen == null ? Picture.of(new Size(0, 0)) : screen.render(size);
    return Json.object(
        out -> {
          out.writeName("buffer");
          picture.toBuffer().writeTo(out);
          out.writeBooleanProperty("redraw", picture.wantsRedraw());
          out.writeBooleanProperty("captures_text", picture.wantsText());
        });
  }

  void key(Fields params) throws Exception {
    Json key =
        params.json("key").orElseThrow(() -> AinbErrors.invalidParams("key: expected an object"));
    Key pressed = Key.of(KeyEvent.read(key));
    Screen screen = show(params);
    if (screen != null) {
      screen.key(pressed);
    }
  }

  void mouse(Fields params) throws Exception {
    Json mouse =
        params
            .json("mouse")
            .orElseThrow(() -> AinbErrors.invalidParams("mouse: expected an object"));
    Mouse moved = Mouse.of(MouseEvent.read(mouse));
    Screen screen = show(params);
    if (screen != null) {
      screen.mouse(moved);
    }
  }

  private @Nullable Screen show(Fields params) {
    Screen named = screens.get(params.text("screen_id"));
    if (named != null) {
      shown = named;
    }
    return named;
  }
}
