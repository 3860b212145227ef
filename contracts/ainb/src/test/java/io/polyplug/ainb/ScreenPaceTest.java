package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.ManualClock;
import io.polyplug.host.ToolChannel;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a screen is drawn, on a clock that stands still. */
class ScreenPaceTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final ManualClock clock = new ManualClock();
  private Stage stage;

  @BeforeEach
  void open() throws Exception {
    stage = new Stage(folder).clock(clock);
    stage.plugin(
        "p",
        """
        [capabilities]
        event_bus = true
        [provides]
        screens = ["main"]
        cli_namespaces = ["x"]
        [subscribes]
        snapshots = ["t"]
        """,
        """
        events = [0]
        frames = [0]
        def render(params):
            frames[0] += 1
            return {"buffer": {"width": 1, "height": 1, "cells": [
                [{"x": 0, "y": 0}, {"symbol": "events %d" % events[0], "modifier": 0}]]},
                "redraw": params["viewport"]["width"] == 2}
        def event(params):
            events[0] += 1
        plugin.on("plugin/render", render)
        plugin.on("plugin/handle_event", event)
        plugin.on("plugin/cli_dispatch", lambda p: {
            "stdout": b64("%d frames, %d events" % (frames[0], events[0])), "stderr": "", "exit_code": 0})
        plugin.serve()
        """);
  }

  @AfterEach
  void close() throws Exception {
    // The ladder waits on this clock, too.
    Thread closing = Thread.ofVirtual().start(stage::close);
    while (closing.isAlive()) {
      clock.advance(Duration.ofSeconds(1));
      closing.join(Duration.ofMillis(10));
    }
  }

  private String counted() {
    return new String(
        stage.ainb("p").cli("x", List.of(), Optional.empty()).stdout(), StandardCharsets.UTF_8);
  }

  @Test
  void eventsMakeOneFrameATickAndTheUserMakesOneAtOnce() throws Exception {
    try (ToolChannel screen = stage.ainb("p").open("main", 1, 1)) {
      assertThat(screen.next(LONG).orElseThrow().toString()).contains("events 0");
      for (int i = 0; i < 50; i++) {
        stage.host().bus().publish("host", "t", new byte[0]);
      }
      assertThat(counted()).isEqualTo("1 frames, 50 events");
      screen.send(Json.parse("{\"type\":\"key\",\"key\":{\"code\":{\"type\":\"esc\"}}}"));
      assertThat(screen.next(LONG).orElseThrow().toString()).contains("events 50");
      assertThat(counted()).isEqualTo("2 frames, 50 events");
      stage.host().bus().publish("host", "t", new byte[0]);
      assertThat(counted()).isEqualTo("2 frames, 51 events");
      FutureTask<Json> next = new FutureTask<>(() -> screen.next(LONG).orElseThrow());
      Thread reading = Thread.ofVirtual().start(next);
      while (!reading.join(Duration.ofMillis(10))) {
        clock.advance(Duration.ofMillis(33));
      }
      assertThat(next.get().toString()).contains("events 51");
    }
  }

  @Test
  void aFrameThatWantsMoreIsTheLastAllTheSameWhenNothingMoreIsSent() {
    try (ToolChannel screen = stage.ainb("p").open("main", 2, 1)) {
      assertThat(screen.next(LONG)).isPresent();
      screen.closeInput();
      while (screen.next(LONG).isPresent()) {
        assertThat(counted()).isIn("1 frames, 0 events", "2 frames, 0 events");
      }
      assertThat(counted()).isIn("1 frames, 0 events", "2 frames, 0 events");
    }
  }
}
