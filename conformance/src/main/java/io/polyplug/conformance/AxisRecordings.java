package io.polyplug.conformance;

import io.polyplug.base.Clock;
import io.polyplug.host.HostEvent.Direction;
import io.polyplug.host.HostEvent.FrameSeen;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.flight.RecordingWriter;
import io.polyplug.host.flight.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what went over the wire while an axis failed, whole, as a recording that can be replayed. A
 * recording of the same axis of the same plugin takes the place of an earlier one. Of one thread at
 * a time; the frames may come from any.
 *
 * @param folder where the recordings are kept; need not exist
 */
public record AxisRecordings(Path folder, Redaction redaction, Clock clock) {
  /** A plugin that floods fills no disk. */
  private static final long MOST_BYTES = 32 << 20;

  private static final int LONGEST_NAME = 80;

  /** Begins the recording of an axis; without one if the folder cannot be written. */
  Running begin(PluginInfo plugin, Axis axis) {
    Path file = folder.resolve(name(plugin, axis));
    try {
      Files.createDirectories(folder);
      RecordingWriter writer = RecordingWriter.to(file, redaction, clock.now(), clock.nanoTime());
      return new Running(plugin.contract() + ":" + plugin.id(), file, writer);
    } catch (IOException e) {
      // The report has the frames all the same, cut.
      return Running.NONE;
    }
  }

  private static String name(PluginInfo plugin, Axis axis) {
    String id = plugin.id().replaceAll("[^A-Za-z0-9._-]", "_");
    return "%s-%s-%02d-%s.jsonl"
        .formatted(
            plugin.contract(),
            id.substring(0, Math.min(LONGEST_NAME, id.length())),
            axis.number(),
            axis.id());
  }

  /** One recording under way. Safe from any thread. */
  static final class Running {
    static final Running NONE = new Running("", Path.of(""), null);

    private final String plugin;
    private final Path file;
    private final @Nullable RecordingWriter writer;
    private long bytes;
    private long lost;

    private Running(String plugin, Path file, @Nullable RecordingWriter writer) {
      this.plugin = plugin;
      this.file = file;
      this.writer = writer;
    }

    synchronized void add(Direction direction, byte[] frame, long nanos) {
      bytes += frame.length;
      if (writer != null && bytes <= MOST_BYTES) {
        writer.frame(new FrameSeen(plugin, direction, frame, nanos));
      } else {
        lost++;
      }
    }

    /** Ends it; gives the file if it is of use: the axis failed, and something was said. */
    synchronized Optional<Path> end(Verdict verdict) {
      if (writer == null) {
        return Optional.empty();
      }
      writer.lost(lost);
      writer.close();
      if (verdict instanceof Verdict.Failed && bytes > 0 && writer.problem().isEmpty()) {
        return Optional.of(file);
      }
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // The next one of its name takes its place.
      }
      return Optional.empty();
    }
  }
}
