package io.polyplug.conformance.replay;

import io.polyplug.conformance.Conversation;
import io.polyplug.conformance.Violation;
import io.polyplug.host.HostEvent.Direction;
import io.polyplug.host.RecordedFrame;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A host that says what was recorded, and compares what the plugin says with what it said then. Of
 * one thread.
 */
public final class HostReplay {
  private final Duration patience;

  /**
   * One that waits so long.
   *
   * @param patience for each message of the plugin
   */
  public HostReplay(Duration patience) {
    this.patience = patience;
  }

  /** Plays a life; every difference. What it misses altogether is a {@link Violation}. */
  public List<String> play(Life life, Conversation plugin) {
    Ids ids = new Ids();
    List<String> differences = new ArrayList<>();
    int step = 0;
    for (RecordedFrame frame : life.frames()) {
      step++;
      Json recorded = Life.json(frame);
      if (frame.direction() == Direction.TO_PLUGIN) {
        plugin.send(ids.renewed(recorded));
        continue;
      }
      Json seen = plugin.frame("message " + step + " of the recording", patience);
      ids.learn(recorded, seen);
      if (!Ids.without(recorded).equals(Ids.without(seen.compact()))) {
        differences.add("message " + step + " was " + recorded + " and is now " + seen);
      }
    }
    plugin.closeInput();
    return differences;
  }
}
