package io.polyplug.bab.bridge;

import static io.polyplug.bab.bridge.AdapterStage.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Adapters that run by themselves (14). */
class LegacyRunRulesTest {
  private static final String RUN = "export default { %s };";

  @TempDir Path folder;

  private static List<String> events(Adapter adapter) throws Exception {
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    adapter.run(Json.parse("{\"runId\":\"r1\"}"), event -> events.add(event.toString()));
    return events;
  }

  private AdapterFailure failure(Adapter adapter) {
    return catchThrowableOfType(AdapterFailure.class, () -> events(adapter));
  }

  @ParameterizedTest
  @EnumSource
  void runMayGiveAListOrAPromiseOfOne(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      assertThat(
              events(stage.load(RUN.formatted("run(i) { return [{ id: i.runId }, { n: 2 }]; }"))))
          .containsExactly("{\"id\":\"r1\"}", "{\"n\":2}");
      assertThat(events(stage.load(RUN.formatted("async run() { return [{ n: 1 }]; }"))))
          .containsExactly("{\"n\":1}");
      assertThat(events(stage.load(RUN.formatted("run() { return []; }")))).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void runMayBeAnAsyncGenerator(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              RUN.formatted(
                  "async *run() { for (let n = 0; n < 500; n++) yield { n, self: this !== undefined }; }"));
      List<String> events = events(adapter);
      assertThat(events).hasSize(500);
      assertThat(events.getLast()).isEqualTo("{\"n\":499,\"self\":true}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anythingElseIsRefused(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      for (String result : List.of("undefined", "{}", "'text'", "new Set([{ n: 1 }])", "7")) {
        assertThat(failure(stage.load(RUN.formatted("run() { return " + result + "; }"))))
            .as(result)
            .hasMessage("run() must return a list of events or an async iterable");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void eventsBeforeAThrowAreTold(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(RUN.formatted("async *run() { yield { n: 1 }; throw new Error('broke'); }"));
      List<String> events = Collections.synchronizedList(new ArrayList<>());
      AdapterFailure failure =
          catchThrowableOfType(
              AdapterFailure.class,
              () -> adapter.run(Json.EMPTY_OBJECT, event -> events.add(event.toString())));
      assertThat(failure).hasMessage("broke");
      assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.THREW);
      assertThat(events).containsExactly("{\"n\":1}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheMetadataOfADoneEventMayBeTheMarker(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      assertThat(
              events(
                  stage.load(
                      RUN.formatted("run() { return [{ type: 'done', metadata: { n: 1n } }]; }"))))
          .containsExactly(
              "{\"type\":\"done\",\"metadata\":{\"_error\":\"metadata_not_serializable\"}}");
      assertThat(
              failure(
                  stage.load(
                      RUN.formatted("run() { return [{ type: 'x', metadata: { n: 1n } }]; }"))))
          .hasMessageStartingWith("An event of run() cannot be written as JSON: ");
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancelOvertakesRunAndReachesTheSameInstance(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              const open = new Map<string, (why: Error) => void>();
              export default {
                async *run({ runId }: { runId: string }) {
                  yield { type: "progress" };
                  await new Promise((_, fail) => open.set(runId, fail));
                },
                cancel(runId?: string) { open.get(runId!)!(new Error(`cancelled ${runId}`)); },
              };
              """);
      CountDownLatch running = new CountDownLatch(1);
      FutureTask<AdapterFailure> run =
          new FutureTask<>(
              () ->
                  catchThrowableOfType(
                      AdapterFailure.class,
                      () ->
                          adapter.run(
                              Json.parse("{\"runId\":\"r9\"}"), event -> running.countDown())));
      Thread.ofVirtual().start(run);
      running.await();
      call(adapter, "cancel", "\"r9\"");
      assertThat(run.get()).hasMessage("cancelled r9");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aGeneratorThatNeverWaitsCanBeCancelled(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              let stopped = false;
              export default {
                async *run() { while (!stopped) yield { type: "progress" }; },
                cancel() { stopped = true; },
              };
              """);
      CountDownLatch running = new CountDownLatch(100);
      FutureTask<?> run =
          new FutureTask<>(
              () -> {
                adapter.run(Json.EMPTY_OBJECT, event -> running.countDown());
                return null;
              });
      Thread.ofVirtual().start(run);
      running.await();
      call(adapter, "cancel", "\"r\"");
      assertThat(run.get()).isNull();
    }
  }
}
