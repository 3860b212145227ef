package io.polyplug.ainb.protocol;

import io.polyplug.wire.Json;
import java.util.Locale;

/** What the mouse did (5.6). */
public sealed interface MouseKind {
  /** A button. */
  enum Button {
    LEFT,
    RIGHT,
    MIDDLE;

    /** The word on the wire. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What was done with a button. */
  enum Action {
    DOWN,
    UP,
    DRAG;

    /** The word on the wire. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Something with a button. */
  record Pressed(Action action, Button button) implements MouseKind {}

  /** Something without a button. */
  enum Plain implements MouseKind {
    /** Never sent to a plugin. */
    MOVED,
    SCROLL_UP,
    SCROLL_DOWN,
    SCROLL_LEFT,
    SCROLL_RIGHT;

    /** The word on the wire. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The object on the wire. */
  default Json toJson() {
    return Json.object(
        out -> {
          switch (this) {
            case Pressed it -> {
              out.writeStringProperty("type", it.action().word());
              out.writeObjectPropertyStart("button");
              out.writeStringProperty("type", it.button().word());
              out.writeEndObject();
            }
            case Plain it -> out.writeStringProperty("type", it.word());
          }
        });
  }

  /** The kind in this object; throws −32602 if it is none. */
  static MouseKind read(Json json) {
    Fields fields = Fields.of("kind", json);
    String type = fields.text("type");
    var action = Words.find(Action.values(), Action::word, type);
    if (action.isPresent()) {
      String button = fields.object("button").text("type");
      return new Pressed(
          action.get(),
          Words.find(Button.values(), Button::word, button)
              .orElseThrow(
                  () -> AinbErrors.invalidParams("button: expected left, right or middle")));
    }
    return Words.find(Plain.values(), Plain::word, type)
        .orElseThrow(() -> AinbErrors.invalidParams("type: not a kind of mouse event"));
  }
}
