package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.FlightRecorder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.config.FileProblem;
import io.polyplug.host.flight.RecordingWriter;
import io.polyplug.host.flight.Redaction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The recording that {@code --record} asks for. */
final class Recordings {
  private Recordings() {}

  /** Begins it; empty if there is none. */
  static Optional<FlightRecorder> begin(Given given, Surroundings around) {
    return given.text("--record").map(it -> begin(around.folder().resolve(it), around));
  }

  private static FlightRecorder begin(Path file, Surroundings around) {
    try {
      Clock clock = Clock.system();
      return new Told(
          RecordingWriter.to(
              file, Redaction.of(around.environment()), clock.now(), clock.nanoTime()),
          file,
          around.printer());
    } catch (IOException e) {
      throw new UsageProblem(
          "--record: "
              + UntrustedText.escape(file.toString())
              + " cannot be written: "
              + FileProblem.of(e, file));
    }
  }

  /** Says so if the recording is not whole: what it is for is to be relied on. */
  private record Told(RecordingWriter writer, Path file, Printer printer)
      implements FlightRecorder {
    @Override
    public void frame(HostEvent.FrameSeen frame) {
      writer.frame(frame);
    }

    @Override
    public void lost(long frames) {
      writer.lost(frames);
      if (frames > 0) {
        warn("is without " + frames + " frames, which came too fast");
      }
    }

    @Override
    public void close() {
      writer.close();
      writer.problem().ifPresent(e -> warn("is not whole: " + FileProblem.of(e, file)));
    }

    private void warn(String what) {
      printer.aside(
          "polyplug: the recording " + UntrustedText.escape(file.toString()) + " " + what);
    }
  }
}
