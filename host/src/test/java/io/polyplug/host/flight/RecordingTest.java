package io.polyplug.host.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvent.Direction;
import io.polyplug.host.RecordedFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {
  @TempDir private Path folder;

  private RecordingWriter writer(Path file) throws IOException {
    return RecordingWriter.to(
        file, Redaction.of(Map.of()), Instant.parse("2026-01-02T03:04:05Z"), 1_000_000);
  }

  private static HostEvent.FrameSeen frame(Direction direction, String text, long nanos) {
    return new HostEvent.FrameSeen(
        "rune:acme", direction, text.getBytes(StandardCharsets.UTF_8), nanos);
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    Path file = folder.resolve("flight.jsonl");
    try (RecordingWriter writer = writer(file)) {
      writer.frame(frame(Direction.TO_PLUGIN, "{\"a\":\n 1.0}", 2_000_000));
      writer.frame(frame(Direction.FROM_PLUGIN, "no json", 3_000_000));
      writer.lost(3);
    }

    List<RecordedFrame> read = RecordingReader.read(file);

    assertThat(read)
        .extracting(RecordedFrame::direction)
        .containsExactly(Direction.TO_PLUGIN, Direction.FROM_PLUGIN);
    assertThat(read)
        .extracting(it -> new String(it.bytes(), StandardCharsets.UTF_8))
        .containsExactly("{\"a\":1.0}", "no json");
    assertThat(read).extracting(RecordedFrame::nanos).containsExactly(1_000_000L, 2_000_000L);
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "{\"polyplug\":\"recording\",\"version\":1,\"started\":\"2026-01-02T03:04:05Z\"}",
            "{\"us\":1000,\"plugin\":\"rune:acme\",\"to\":\"plugin\",\"frame\":{\"a\":1.0}}",
            "{\"us\":2000,\"plugin\":\"rune:acme\",\"to\":\"host\",\"text\":\"no json\"}",
            "{\"lost\":3}");
  }

  @Test
  void aFrameOfWhichOnlyTheBeginningWasKeptSaysSo() throws IOException {
    Path file = folder.resolve("flight.jsonl");
    byte[] beginning = "{\"a\":\"long".getBytes(StandardCharsets.UTF_8);
    try (RecordingWriter writer = writer(file)) {
      writer.frame(new RecordedFrame("rune:acme", Direction.TO_PLUGIN, 2_000_000, beginning, 700));
    }

    assertThat(RecordingReader.read(file)).extracting(RecordedFrame::cut).containsExactly(700);
  }

  @Test
  void onlyTheOwnerMayReadIt() throws IOException {
    Path file = Files.writeString(folder.resolve("flight.jsonl"), "older");
    writer(file).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(RecordingReader.read(file)).isEmpty();
  }

  @Test
  void whatIsNoRecordingIsToldWithItsLine() throws IOException {
    Path other = Files.writeString(folder.resolve("other"), "{\"a\":1}\n");
    assertThatThrownBy(() -> RecordingReader.read(other))
        .hasMessageContaining(":1: expected the heading of a recording");

    Path file = folder.resolve("flight.jsonl");
    writer(file).close();
    Files.writeString(
        file,
        Files.readString(file) + "{\"us\":1,\"plugin\":\"p\",\"to\":\"moon\",\"text\":\"\"}\n");
    assertThatThrownBy(() -> RecordingReader.read(file))
        .hasMessageContaining(":2: expected a frame: to must be plugin or host");
  }
}
