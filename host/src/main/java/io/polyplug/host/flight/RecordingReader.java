package io.polyplug.host.flight;

import io.polyplug.host.HostEvent;
import io.polyplug.host.RecordedFrame;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads recordings. */
public final class RecordingReader {
  private RecordingReader() {}

  /** A recording that cannot be read, with the line where. */
  public static final class InvalidRecording extends IOException {
    private static final long serialVersionUID = 1;

    InvalidRecording(Path file, int line, String sentence) {
      super(file + ":" + line + ": " + sentence);
    }
  }

  /** All frames of a recording, in their order. */
  public static List<RecordedFrame> read(Path file) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      int number = 1;
      String first = lines.readLine();
      if (first == null || !isHeading(first)) {
        throw new InvalidRecording(file, 1, "expected the heading of a recording");
      }
      List<RecordedFrame> frames = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        try {
          Map<String, Json> members = JsonParts.members(Json.parse(line));
          if (!members.containsKey("lost")) {
            frames.add(frame(members));
          }
        } catch (InvalidJson | IllegalArgumentException e) {
          throw new InvalidRecording(file, number, "expected a frame: " + e.getMessage());
        }
      }
      return frames;
    }
  }

  private static boolean isHeading(String line) {
    try {
      Map<String, Json> members = JsonParts.members(Json.parse(line));
      Json version = members.get("version");
      return members.containsKey("polyplug")
          && version != null
          && version.toString().equals(String.valueOf(RecordingWriter.VERSION));
    } catch (InvalidJson | IllegalArgumentException e) {
      return false;
    }
  }

  private static RecordedFrame frame(Map<String, Json> members) {
    String plugin = text(members, "plugin");
    String to = text(members, "to");
    Json frame = members.get("frame");
    byte[] bytes =
        frame != null
            ? frame.toByteArray()
            : text(members, "text").getBytes(StandardCharsets.UTF_8);
    Json micros = members.get("us");
    if (micros == null || micros.kind() != Json.Kind.NUMBER) {
      throw new IllegalArgumentException("us must be a number");
    }
    return new RecordedFrame(
        plugin,
        switch (to) {
          case "plugin" -> HostEvent.Direction.TO_PLUGIN;
          case "host" -> HostEvent.Direction.FROM_PLUGIN;
          default -> throw new IllegalArgumentException("to must be plugin or host");
        },
        Long.parseLong(micros.toString()) * 1000,
        bytes,
        members.containsKey("cut") ? Integer.parseInt(String.valueOf(members.get("cut"))) : 0);
  }

  private static String text(Map<String, Json> members, String name) {
    Json value = members.get(name);
    String text = value == null ? null : value.stringValue();
    if (text == null) {
      throw new IllegalArgumentException(name + " must be a text");
    }
    return text;
  }
}
