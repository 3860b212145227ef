package io.polyplug.monorepo;

import io.polyplug.wire.Json;
import java.util.List;

/**
 * What a command that only looks has found out.
 *
 * @param json for programs
 * @param lines for people, safe to show
 * @param good whether it is what one hopes for
 */
public record Answer(Json json, List<String> lines, boolean good) {
  public Answer {
    lines = List.copyOf(lines);
  }

  public Answer(Json json, List<String> lines) {
    this(json, lines, true);
  }
}
