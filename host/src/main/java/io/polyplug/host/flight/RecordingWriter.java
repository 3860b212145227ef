package io.polyplug.host.flight;

import io.polyplug.host.FlightRecorder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.RecordedFrame;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes what goes over the wire to a file, frame by frame, secrets left out. Only its owner may
 * read the file. A file that cannot be written on is told by {@link #problem()}, and disturbs
 * nothing else. Safe from any thread.
 */
public final class RecordingWriter implements FlightRecorder {
  static final int VERSION = 1;

  private final Redaction redaction;
  private final BufferedWriter out;
  private final long began;
  private @Nullable IOException problem;
  private boolean closed;

  private RecordingWriter(BufferedWriter out, Redaction redaction, long began) {
    this.out = out;
    this.redaction = redaction;
    this.began = began;
  }

  /**
   * Begins a recording in place of whatever was in the file.
   *
   * @param nanos now, on the clock that frames are timed by
   */
  public static RecordingWriter to(Path file, Redaction redaction, Instant now, long nanos)
      throws IOException {
    Files.deleteIfExists(file);
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Files.newByteChannel(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner)
        .close();
    RecordingWriter writer =
        new RecordingWriter(
            Files.newBufferedWriter(file, StandardCharsets.UTF_8), redaction, nanos);
    writer.line(
        Json.object(
            heading -> {
              heading.writeStringProperty("polyplug", "recording");
              heading.writeNumberProperty("version", VERSION);
              heading.writeStringProperty("started", now.toString());
            }));
    writer.out.flush();
    return writer;
  }

  @Override
  public void frame(HostEvent.FrameSeen frame) {
    frame(new RecordedFrame(frame.plugin(), frame.direction(), frame.nanos(), frame.frame(), 0));
  }

  /** Writes a frame that was kept; how much of it was not is written with it. */
  public void frame(RecordedFrame frame) {
    line(written(frame));
  }

  private Json written(RecordedFrame frame) {
    return Json.object(
        out -> {
          out.writeNumberProperty("us", (frame.nanos() - began) / 1000);
          out.writeStringProperty("plugin", frame.plugin());
          out.writeStringProperty(
              "to", frame.direction() == HostEvent.Direction.TO_PLUGIN ? "plugin" : "host");
          if (frame.cut() > 0) {
            out.writeNumberProperty("cut", frame.cut());
          }
          try {
            Json body = redaction.json(Json.parseRepaired(frame.bytes()));
            out.writeName("frame");
            body.writeTo(out);
          } catch (InvalidJson e) {
            out.writeStringProperty("text", redaction.frame(frame.bytes()));
          }
        });
  }

  private synchronized void line(Json line) {
    if (problem != null || closed) {
      return;
    }
    try {
      out.write(line.toString());
      out.write('\n');
    } catch (IOException e) {
      problem = e;
    }
  }

  @Override
  public void lost(long frames) {
    if (frames > 0) {
      line(Json.object(out -> out.writeNumberProperty("lost", frames)));
    }
  }

  /** Why the recording is not whole; empty as long as it is. */
  public synchronized Optional<IOException> problem() {
    return Optional.ofNullable(problem);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      out.close();
    } catch (IOException e) {
      if (problem == null) {
        problem = e;
      }
    } catch (UncheckedIOException e) {
      problem = e.getCause();
    }
  }
}
