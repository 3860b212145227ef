package io.polyplug.workbench.api;

import io.polyplug.base.Clock;
import io.polyplug.conformance.Conversation;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.replay.HostReplay;
import io.polyplug.conformance.replay.Life;
import io.polyplug.door.Refused;
import io.polyplug.host.Plugin;
import io.polyplug.host.RecordedFrame;
import io.polyplug.host.flight.RecordingReader;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * {@code POST /api/plugins/KEY/replay} with a recording: a fresh process of the plugin is told what
 * the host said then, and the answer says where it answers differently. What is started is what the
 * plugin is bound to, never what a request says; one replay at a time.
 */
record ReplayRoutes(Served served, Clock clock, Semaphore one) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_FRAMES = 10_000;
  private static final int MOST_LIVES = 10;

  ReplayRoutes(Served served, Clock clock) {
    this(served, clock, new Semaphore(1));
  }

  void addTo(Routes.Builder routes) {
    routes.add("POST", "/api/plugins/{key}/replay", this::replay);
  }

  private void replay(ApiCall call) throws IOException, Refused, ApiProblem {
    Plugin plugin = served.host().plugin(call.variable("key"));
    if (!plugin.trusted() || !plugin.status().enabled()) {
      throw new ApiProblem(
          409,
          "not_startable",
          plugin.info().id() + " is disabled or not trusted; change that first");
    }
    ProcessSpec program =
        served
            .host()
            .programOf(plugin)
            .orElseThrow(
                () ->
                    new ApiProblem(
                        409, "not_startable", plugin.info().id() + " is no program of this host"));
    List<Life> lives = lives(call, plugin);
    if (!one.tryAcquire()) {
      throw new ApiProblem(409, "busy", "another recording is being played; try again after it");
    }
    try {
      List<String> differences = new ArrayList<>();
      for (Life life : lives) {
        differences.addAll(play(life, program));
      }
      int frames = lives.stream().mapToInt(it -> it.frames().size()).sum();
      call.object(
          out -> {
            out.writeBooleanProperty("ok", differences.isEmpty());
            out.writeNumberProperty("frames", frames);
            out.writeArrayPropertyStart("differences");
            differences.forEach(out::writeString);
            out.writeEndArray();
          });
    } finally {
      one.release();
    }
  }

  private static List<Life> lives(ApiCall call, Plugin plugin)
      throws IOException, Refused, ApiProblem {
    Path file = Files.createTempFile("polyplug-replay", ".jsonl");
    try {
      Files.write(file, call.exchange().body());
      List<RecordedFrame> frames = RecordingReader.read(file);
      List<Life> lives = Life.of(frames, plugin.info().key());
      if (lives.isEmpty() || lives.size() > MOST_LIVES || frames.size() > MOST_FRAMES) {
        throw new ApiProblem(
            400,
            "invalid_recording",
            "expected 1 to %d starts and at most %d frames of %s, found %d and %d"
                .formatted(
                    MOST_LIVES, MOST_FRAMES, plugin.info().key(), lives.size(), frames.size()));
      }
      if (lives.stream().flatMap(it -> it.frames().stream()).anyMatch(it -> it.cut() > 0)) {
        throw new ApiProblem(
            400,
            "cut_recording",
            "the recording has frames of which only the beginning was kept; record whole ones with"
                + " --record");
      }
      return lives;
    } catch (RecordingReader.InvalidRecording e) {
      throw new ApiProblem(
          400,
          "invalid_recording",
          String.valueOf(e.getMessage()).replace(file.toString(), "the recording"));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private List<String> play(Life life, ProcessSpec program) throws ApiProblem {
    try (Conversation conversation =
        Conversation.start(Spawner.platform(), program, life.framing(), clock)) {
      return new HostReplay(PATIENCE).play(life, conversation);
    } catch (Violation e) {
      return List.of(String.valueOf(e.getMessage()));
    } catch (LaunchFailure e) {
      throw new ApiProblem(502, "launch_failed", String.valueOf(e.getMessage()));
    }
  }
}
