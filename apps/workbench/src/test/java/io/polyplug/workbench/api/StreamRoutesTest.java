package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polyplug.host.HostEvent;
import io.polyplug.workbench.api.SentEvents.Event;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamRoutesTest {
  @TempDir Path folder;

  @Test
  void aStreamGivesItsMessagesInOrderAndThenItsCount() throws Exception {
    try (WorkbenchStage stage = WorkbenchStage.of(folder, "clock", "chat");
        SentEvents events =
            stage.follow(
                "/api/streams",
                "{\"plugin\":\"clock\",\"tool\":\"Clock/ticks\",\"input\":{\"count\":3}}")) {
      List<Event> all = events.rest();
      assertEquals(
          List.of("1", "2", "3"),
          all.stream()
              .filter(it -> it.kind().equals("message"))
              .map(it -> at(it.data(), "data", "tick").toString())
              .toList());
      assertEquals("end", all.getLast().kind());
      assertEquals("3", at(all.getLast().data(), "count").toString());
    }
  }

  @Test
  void everyMessageIsCountedWhetherOrNotItCouldBeSent() throws Exception {
    try (WorkbenchStage stage = WorkbenchStage.of(folder, "talker");
        SentEvents events =
            stage.follow(
                "/api/streams",
                "{\"plugin\":\"talker\",\"tool\":\"Talk/flood\",\"input\":{\"count\":60000}}")) {
      long sent = 0;
      long dropped = 0;
      long last = -1;
      List<Event> all = events.rest();
      for (Event event : all) {
        switch (event.kind()) {
          case "message" -> {
            long index = Long.parseLong(at(event.data(), "index").toString());
            assertTrue(index > last, "the order is kept");
            assertEquals(String.valueOf(index), at(event.data(), "data", "n").toString());
            last = index;
            sent++;
          }
          case "dropped" -> dropped += Long.parseLong(at(event.data(), "count").toString());
          default -> {}
        }
      }
      assertEquals("end", all.getLast().kind());
      assertEquals("60000", at(all.getLast().data(), "count").toString());
      // Of what was dropped some may have been counts.
      assertTrue(sent + dropped >= 60_000, sent + " and " + dropped);
    }
  }

  @Test
  void aStreamThatFailsGivesWhatCameBeforeAndThenWhy() throws Exception {
    try (WorkbenchStage stage = WorkbenchStage.of(folder, "talker");
        SentEvents events =
            stage.follow("/api/streams", "{\"plugin\":\"talker\",\"tool\":\"Talk/broken\"}")) {
      assertEquals("1", at(events.next("message").data(), "data").toString());
      Event error = events.next("error");
      assertTrue(
          at(error.data(), "message").toString().contains("the pipe burst"), error::toString);
      assertEquals("1", at(error.data(), "count").toString());
    }
  }

  @Test
  void theHostTellsHowEachStreamEndedAndHowMuchItGave() throws Exception {
    try (WorkbenchStage stage = WorkbenchStage.of(folder, "talker")) {
      try (SentEvents events =
          stage.follow(
              "/api/streams",
              "{\"plugin\":\"talker\",\"tool\":\"Talk/flood\",\"input\":{\"count\":300}}")) {
        events.rest();
        HostEvent.StreamEnded whole = streamEnd(stage);
        assertEquals(300, whole.received());
        assertTrue(whole.whole());
      }
      try (SentEvents events =
          stage.follow("/api/streams", "{\"plugin\":\"talker\",\"tool\":\"Talk/broken\"}")) {
        events.rest();
        HostEvent.StreamEnded failed = streamEnd(stage);
        assertEquals(1, failed.received());
        assertEquals("sidecar:-32000", failed.errorCode().orElse("none"));
      }
      try (SentEvents _ =
          stage.follow(
              "/api/streams",
              "{\"id\":\"quiet\",\"plugin\":\"talker\",\"tool\":\"Talk/silent\"}")) {
        stage.awaitLog("silent begins");
        stage.delete("/api/calls/quiet");
        HostEvent.StreamEnded closed = streamEnd(stage);
        assertFalse(closed.whole());
        assertEquals(Optional.empty(), closed.errorCode());
      }
    }
  }

  private static HostEvent.StreamEnded streamEnd(WorkbenchStage stage) throws Exception {
    return (HostEvent.StreamEnded) stage.await(it -> it instanceof HostEvent.StreamEnded);
  }

  @Test
  void aSilentStreamIsGivenUpAtOnceByItsId() throws Exception {
    try (WorkbenchStage stage = WorkbenchStage.of(folder, "talker");
        SentEvents events =
            stage.follow(
                "/api/streams",
                "{\"id\":\"quiet\",\"plugin\":\"talker\",\"tool\":\"Talk/silent\"}")) {
      stage.awaitLog("silent begins");
      assertEquals(200, stage.delete("/api/calls/quiet").statusCode());
      assertEquals("0", at(events.next("end").data(), "count").toString());
      assertEquals(404, stage.delete("/api/calls/quiet").statusCode());
    }
  }

  @Test
  void closingTheWorkbenchEndsStreams() throws Exception {
    try (WorkbenchStage stage = WorkbenchStage.of(folder, "talker");
        SentEvents events =
            stage.follow("/api/streams", "{\"plugin\":\"talker\",\"tool\":\"Talk/silent\"}")) {
      stage.awaitLog("silent begins");
      stage.workbench.close();
      assertEquals(List.of(), messages(events));
    }
  }

  /** What still comes until the answer ends or breaks, which is all the same here. */
  private static List<Event> messages(SentEvents events) {
    try {
      return events.rest().stream().filter(it -> it.kind().equals("message")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
