package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept of the plugins' logs. */
class LogBookTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final HostEvents events = new HostEvents(() -> 0);
  private final LogBook book = new LogBook(events, () -> Instant.EPOCH);

  private void log(String plugin, String text) {
    events.emit(new HostEvent.LogLine(plugin, HostEvent.Level.INFO, text));
  }

  @Test
  void theLastLinesOfEachPluginAreKept() throws Exception {
    for (int i = 0; i < LogBook.MOST_LINES + 5; i++) {
      log("a", "line " + i);
    }
    log("b", "other");
    events.drain(LONG);
    assertThat(book.last("a", 5_000)).hasSize(LogBook.MOST_LINES);
    assertThat(book.last("a", 2))
        .extracting(LogBook.Line::text)
        .containsExactly("line 1003", "line 1004");
    assertThat(book.last("b", 10)).hasSize(1);
    assertThat(book.last("c", 10)).isEmpty();
  }

  @Test
  void linesAreNumberedForWhoeverReadsAndWhoeverWatches() throws Exception {
    log("a", "before");
    events.drain(LONG);
    List<LogBook.Line> heard = new ArrayList<>();
    try (LogBook.Watch _ = book.watch(heard::add)) {
      log("a", "one");
      log("b", "two");
      events.drain(LONG);
    }
    log("a", "after");
    events.drain(LONG);
    assertThat(heard).extracting(LogBook.Line::number).containsExactly(2L, 3L);
    assertThat(heard).extracting(LogBook.Line::text).containsExactly("one", "two");
    assertThat(book.last("a", 9)).extracting(LogBook.Line::number).containsExactly(1L, 2L, 4L);
  }

  @Test
  void longLinesAreBoundedInBytesForEachPluginAndForAll() throws Exception {
    String text = "x".repeat(LogBook.LONGEST_TEXT * 2);
    for (int plugin = 0; plugin < 100; plugin++) {
      for (int i = 0; i < 12; i++) {
        log("p" + plugin, text);
      }
      events.drain(LONG);
    }
    long all = 0;
    for (int plugin = 0; plugin < 100; plugin++) {
      int bytes = book.last("p" + plugin, 1_000).stream().mapToInt(LogBook.Line::bytes).sum();
      assertThat(bytes).isLessThanOrEqualTo(LogBook.MOST_BYTES);
      all += bytes;
    }
    assertThat(all).isLessThanOrEqualTo(LogBook.MOST_BYTES_IN_ALL);
    assertThat(book.last("p99", 1)).as("the newest stays").hasSize(1);
  }

  @Test
  void changesOfStateAreInItWithTheirReasons() throws Exception {
    events.emit(
        new HostEvent.StateChanged(
            "a",
            PluginState.RUNNING,
            PluginState.DOWN,
            Optional.of(new Failure(FailureCode.CRASHED, "a", "exited with code 3"))));
    events.drain(LONG);
    assertThat(book.last("a", 10).getFirst().text())
        .isEqualTo("running -> down: exited with code 3");
  }

  @Test
  void aFollowerGetsWhatWasThereAndThenWhatComes() throws Exception {
    log("a", "before");
    events.drain(LONG);
    try (LogFollower follower = book.follow("a", 10)) {
      log("b", "of another");
      log("a", "after");
      assertThat(follower.next(1, LONG).lines().getFirst().text()).isEqualTo("before");
      assertThat(follower.next(1, LONG).lines().getFirst().text()).isEqualTo("after");
      assertThat(follower.next(1, Duration.ofMillis(1)).lines()).isEmpty();
    }
  }

  @Test
  void aSlowFollowerLosesTheOldestLinesAndIsToldHowMany() throws Exception {
    try (LogFollower follower = book.follow("a", 0)) {
      for (int i = 0; i < LogFollower.MOST_WAITING + 7; i++) {
        log("a", "" + i);
      }
      events.drain(LONG);
      LogFollower.Batch batch = follower.next(1, LONG);
      assertThat(batch.dropped()).isEqualTo(7);
      assertThat(batch.lines().getFirst().text()).isEqualTo("7");
      assertThat(follower.next(1, LONG).dropped()).isZero();
    }
  }
}
