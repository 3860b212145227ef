package io.polyplug.conformance.replay;

import io.polyplug.host.HostEvent.Direction;
import io.polyplug.host.RecordedFrame;
import io.polyplug.wire.ContentLength;
import io.polyplug.wire.Framing;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Ndjson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What was said from one start of a plugin to its end: it begins where the host introduces itself.
 */
public record Life(String plugin, List<RecordedFrame> frames) {
  public Life {
    frames = List.copyOf(frames);
  }

  /** The lives of one plugin in a recording; of the first plugin in it if none is named. */
  public static List<Life> of(List<RecordedFrame> recording, String plugin) {
    List<Life> lives = new ArrayList<>();
    List<RecordedFrame> current = new ArrayList<>();
    String wanted = plugin;
    for (RecordedFrame frame : recording) {
      if (wanted.isEmpty()) {
        wanted = frame.plugin();
      }
      if (!wanted.equals(frame.plugin()) && !frame.plugin().endsWith(":" + wanted)) {
        continue;
      }
      if (isIntroduction(frame) && !current.isEmpty()) {
        lives.add(new Life(current.getFirst().plugin(), current));
        current.clear();
      }
      current.add(frame);
    }
    if (!current.isEmpty()) {
      lives.add(new Life(current.getFirst().plugin(), current));
    }
    return lives;
  }

  /** How its frames are delimited, as its introduction tells. */
  public Framing framing() {
    return frames.stream().anyMatch(it -> isIntroduction(it) && hasHeaders(json(it)))
        ? ContentLength.LENIENT
        : Ndjson.STANDARD;
  }

  private static boolean isIntroduction(RecordedFrame frame) {
    if (frame.direction() != Direction.TO_PLUGIN) {
      return false;
    }
    Json json = json(frame);
    String kind = text(json, "method");
    return kind.equals("initialize")
        || kind.equals("plugin/init")
        || text(json, "type").equals("handshake");
  }

  private static boolean hasHeaders(Json introduction) {
    if (text(introduction, "method").equals("plugin/init")) {
      return true;
    }
    Json params = members(introduction).get("params");
    return params != null && members(params).containsKey("bento_version");
  }

  /** A frame as JSON; one that is none is a string. */
  static Json json(RecordedFrame frame) {
    return json(frame.bytes());
  }

  static Json json(byte[] bytes) {
    try {
      return Json.parseRepaired(bytes);
    } catch (InvalidJson e) {
      return Json.string(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  private static String text(Json object, String name) {
    Json value = members(object).get(name);
    String text = value == null ? null : value.stringValue();
    return text == null ? "" : text;
  }

  private static Map<String, Json> members(Json value) {
    return value.kind() == Json.Kind.OBJECT ? JsonParts.members(value) : Map.of();
  }
}
