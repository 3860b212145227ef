package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.CLOCK;
import static io.polyplug.workbench.api.WorkbenchStage.SHELL;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.HostEvent;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Browsers that follow what happens: none of them can slow a plugin, or another browser. */
class EventFeedTest {
  private static final int GOOD = 90;
  private static final int SILENT = 10;
  private static final int CALLS = 20;

  @TempDir Path folder;

  @Test
  void tenOfAHundredBrowsersThatNeverReadCostTheOthersNothing() throws Exception {
    try (WorkbenchStage stage = new WorkbenchStage(folder);
        ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      stage.post(WorkbenchStage.plugin(CLOCK) + "/start", "");
      List<RawBrowser> silent = new ArrayList<>();
      for (int i = 0; i < SILENT; i++) {
        RawBrowser browser = new RawBrowser(stage.workbench);
        browser.ask(
            "GET",
            "/api/events?kinds=log",
            List.of(
                "Host: 127.0.0.1:" + stage.workbench.port(),
                "Authorization: Bearer " + stage.workbench.token()));
        assertThat(browser.statusLine()).contains("200");
        silent.add(browser);
      }
      List<Future<Integer>> counts = new ArrayList<>();
      for (int i = 0; i < GOOD; i++) {
        SentEvents reader = stage.follow(stage.request("/api/events?kinds=call"));
        counts.add(readers.submit(() -> ended(reader)));
      }
      flood(stage);
      for (int i = 0; i < CALLS; i++) {
        ToolResult result =
            stage.host.plugin(CLOCK).tool("Clock/now").call(ToolCall.of(Json.EMPTY_OBJECT));
        assertThat(result.ok()).isTrue();
      }
      for (Future<Integer> count : counts) {
        assertThat(count.get(60, TimeUnit.SECONDS)).isEqualTo(CALLS);
      }
      // One that reads at last is told that it missed something, before the next event.
      SentEvents late = silent.getFirst().read();
      Thread more = Thread.ofVirtual().start(() -> lines(stage));
      assertThat(late.await("dropped")).contains("\"count\":");
      more.interrupt();
      more.join();
      for (RawBrowser browser : silent) {
        browser.close();
      }
    }
  }

  /** How many calls ended, each of them once. */
  private static int ended(SentEvents reader) throws Exception {
    try (reader) {
      int count = 0;
      while (count < CALLS) {
        if (reader.await("call").contains("\"what\":\"ended\"")) {
          count++;
        }
      }
      return count;
    }
  }

  /** More log lines than socket and queue of a browser hold, in steps that the host's own holds. */
  private static void flood(WorkbenchStage stage) {
    String text = "x".repeat(8 << 10);
    for (int i = 0; i < 4_000; i++) {
      stage.host.events().emit(new HostEvent.LogLine(SHELL, HostEvent.Level.INFO, text));
    }
  }

  private static void lines(WorkbenchStage stage) {
    while (!Thread.currentThread().isInterrupted()) {
      stage.host.events().emit(new HostEvent.LogLine(SHELL, HostEvent.Level.INFO, "more"));
      Thread.onSpinWait();
    }
  }

  @Test
  void whatAStreamTellsIsChangedWhileItIsOpen() throws Exception {
    // Alone with a plugin that says nothing by itself: the greeting of another would be heard, too.
    try (WorkbenchStage stage = WorkbenchStage.of(folder, "shell");
        SentEvents reader = stage.follow(stage.request("/api/events?kinds=plugins"))) {
      String stream = "/api/events/" + WorkbenchStage.text(reader.await("open"), "id");
      line(stage, "unheard");
      // Events are told later than they happen: the next one that is heard says that it went by.
      stage.host.events().emit(new HostEvent.ToolsChanged(SHELL));
      reader.await("plugins");
      assertThat(stage.put(stream, "{\"kinds\":[\"log\",\"frame\"]}").statusCode()).isEqualTo(200);
      line(stage, "heard");
      assertThat(reader.await("log")).contains("\"text\":\"heard\"");
      stage.host.events().frame(SHELL, HostEvent.Direction.TO_PLUGIN, "{}".getBytes(UTF_8));
      assertThat(reader.next()).hasValueSatisfying(it -> assertThat(it.kind()).isEqualTo("frame"));
      assertThat(stage.put(stream, "{\"kinds\":[\"log\"]}").statusCode()).isEqualTo(200);
      stage.host.events().frame(SHELL, HostEvent.Direction.TO_PLUGIN, "{}".getBytes(UTF_8));
      line(stage, "after");
      assertThat(reader.next()).hasValueSatisfying(it -> assertThat(it.kind()).isEqualTo("log"));
      assertThat(stage.put(stream, "{\"kinds\":[\"all\"]}").statusCode()).isEqualTo(400);
      assertThat(stage.put("/api/events/none", "{\"kinds\":[]}").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aKindThatThereIsNotIsRefusedInTheSameWordsWhereverItIsAskedFor() throws Exception {
    try (WorkbenchStage stage = new WorkbenchStage(folder);
        SentEvents reader = stage.follow(stage.request("/api/events?kinds="))) {
      String stream = "/api/events/" + WorkbenchStage.text(reader.await("open"), "id");
      HttpResponse<String> asked = stage.get("/api/events?kinds=log,all");
      HttpResponse<String> changed = stage.put(stream, "{\"kinds\":[\"log\",\"all\"]}");
      assertThat(asked.statusCode()).isEqualTo(400).isEqualTo(changed.statusCode());
      assertThat(asked.body())
          .contains("expected some of bus, call, frame, line, log, plugins, state")
          .isEqualTo(changed.body());
      assertThat(stage.get("/api/events?kinds=log,").statusCode()).isEqualTo(400);
      assertThat(feeds(stage)).isEqualTo(1);
    }
  }

  @Test
  void aLineHasTheSameNumberInTheStreamAndInTheLog() throws Exception {
    try (WorkbenchStage stage = new WorkbenchStage(folder);
        SentEvents reader = stage.follow(stage.request("/api/events?kinds=line"))) {
      reader.await("open");
      line(stage, "first");
      String first = reader.await("line");
      while (!first.contains("\"first\"")) {
        first = reader.await("line");
      }
      line(stage, "second");
      String second = reader.await("line");
      while (!second.contains("\"second\"")) {
        second = reader.await("line");
      }
      String number = WorkbenchStage.at(first, "number").toString();
      String later = stage.get("/api/logs?plugin=rune%3Aexample.clock&after=" + number).body();
      assertThat(later).contains(second).doesNotContain("\"first\"");
    }
  }

  private static void line(WorkbenchStage stage, String text) {
    stage.host.events().emit(new HostEvent.LogLine(SHELL, HostEvent.Level.INFO, text));
  }

  @Test
  void theFeedOfABrowserThatVanishedEnds() throws Exception {
    try (WorkbenchStage stage = new WorkbenchStage(folder)) {
      stage.post(WorkbenchStage.plugin(CLOCK) + "/start", "");
      try (RawBrowser browser = new RawBrowser(stage.workbench)) {
        browser.ask(
            "GET",
            "/api/events?kinds=log",
            List.of(
                "Host: 127.0.0.1:" + stage.workbench.port(),
                "Authorization: Bearer " + stage.workbench.token()));
        assertThat(browser.statusLine()).contains("200");
      }
      while (feeds(stage) > 0) {
        stage.host.events().emit(new HostEvent.LogLine(SHELL, HostEvent.Level.INFO, "more"));
      }
    }
  }

  private static long feeds(WorkbenchStage stage) throws Exception {
    return Long.parseLong(WorkbenchStage.at(stage.get("/api/host").body(), "feeds").toString());
  }
}
