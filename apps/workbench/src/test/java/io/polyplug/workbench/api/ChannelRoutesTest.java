package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polyplug.workbench.api.SentEvents.Event;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChannelRoutesTest {
  private static final String OPEN = "{\"plugin\":\"chat\",\"tool\":\"Chat/shout\"}";

  private WorkbenchStage stage;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    stage = WorkbenchStage.of(folder, "chat", "slug");
  }

  @AfterAll
  void close() {
    if (stage != null) {
      stage.close();
    }
  }

  @Test
  void aChannelIsAConversationUntilItsInputIsClosed() throws Exception {
    try (SentEvents events = stage.follow("/api/channels", OPEN)) {
      String channel = "/api/channels/" + at(events.next("open").data(), "id").stringValue();
      for (String word : new String[] {"hello", "there"}) {
        assertEquals(
            200, stage.post(channel + "/messages", "{\"message\":\"" + word + "\"}").statusCode());
      }
      assertEquals("\"HELLO\"", at(events.next("message").data(), "data").toString());
      Event second = events.next("message");
      assertEquals("\"THERE\"", at(second.data(), "data").toString());
      assertEquals("1", at(second.data(), "index").toString());
      assertEquals(200, stage.post(channel + "/close-input", "").statusCode());
      assertEquals("\"BYE\"", at(events.next("message").data(), "data").toString());
      assertEquals("3", at(events.next("end").data(), "count").toString());
    }
  }

  @Test
  void severalChannelsAreOpenAtOnce() throws Exception {
    try (SentEvents one = stage.follow("/api/channels", OPEN);
        SentEvents two = stage.follow("/api/channels", OPEN)) {
      String first = "/api/channels/" + at(one.next("open").data(), "id").stringValue();
      String second = "/api/channels/" + at(two.next("open").data(), "id").stringValue();
      assertEquals(200, stage.post(second + "/messages", "{\"message\":\"b\"}").statusCode());
      assertEquals(200, stage.post(first + "/messages", "{\"message\":\"a\"}").statusCode());
      assertEquals("\"A\"", at(one.next("message").data(), "data").toString());
      assertEquals("\"B\"", at(two.next("message").data(), "data").toString());
    }
  }

  @Test
  void aChannelIsEndedByItsIdAndThenTakesNothing() throws Exception {
    try (SentEvents events = stage.follow("/api/channels", OPEN)) {
      String channel = "/api/channels/" + at(events.next("open").data(), "id").stringValue();
      assertEquals(400, stage.post(channel + "/messages", "[]").statusCode());
      assertEquals(200, stage.delete(channel).statusCode());
      assertEquals("end", events.next("end").kind());
      // The answer is over, and with it the channel.
      assertEquals(0, events.rest().size());
      int status = stage.post(channel + "/messages", "{\"message\":1}").statusCode();
      assertEquals(4, status / 100);
    }
  }

  @Test
  void aToolThatIsNoChannelSaysSoAsTheEnd() throws Exception {
    try (SentEvents events =
        stage.follow(
            "/api/channels", "{\"plugin\":\"rune:example.slug\",\"tool\":\"text.slug\"}")) {
      assertEquals("\"unsupported\"", at(events.next("error").data(), "code").toString());
    }
  }
}
