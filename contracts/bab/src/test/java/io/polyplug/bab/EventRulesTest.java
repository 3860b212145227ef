package io.polyplug.bab;

import static io.polyplug.bab.DelegateStage.member;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.bab.bridge.AdapterFailure;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 13 and 14, and text and metadata of section 15. */
@Timeout(60)
class EventRulesTest {
  @TempDir Path folder;
  private DelegateStage stage;

  @BeforeEach
  void open() throws IOException {
    stage = new DelegateStage(folder);
    stage.plugin("acme").program("acme", "exit 0");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private DelegateResult legacy(String... events) throws Exception {
    stage.adapter(
        "acme",
        FakeAdapter.legacy(
            (input, sink) -> List.of(events).forEach(event -> sink.accept(Json.parse(event)))));
    return stage.client().delegate(DelegateRequest.of("x"));
  }

  private DelegateResult simple(String parsed) throws Exception {
    stage.adapter(
        "acme", FakeAdapter.simple().with("parseResult", arguments -> Json.parse(parsed)));
    return stage.client().delegate(DelegateRequest.of("x"));
  }

  private static String output(String content) {
    return Json.object(
            out -> {
              out.writeStringProperty("type", "output");
              out.writeStringProperty("content", content);
            })
        .toString();
  }

  @Test
  void aSimpleRunHasTwoEvents() throws Exception {
    Json metadata = simple("{\"content\":\"hi\",\"metadata\":{\"model\":\"m\"}}").metadata();
    assertThat(member(metadata, "event_count")).isEqualTo("2");
    assertThat(member(metadata, "done_event_count")).isEqualTo("1");
    assertThat(member(metadata, "model")).isEqualTo("m");
    assertThat(JsonParts.members(metadata))
        .containsOnlyKeys(
            "model",
            "duration_ms",
            "exit_code",
            "signal",
            "timed_out",
            "done_event_count",
            "event_count",
            "plugin_id",
            "role",
            "run_id");
  }

  @Test
  void trap12AnAdapterCannotSayWhatOnlyTheHostMay() throws Exception {
    DelegateResult result =
        simple(
            """
            {"content":"hi","metadata":{"plugin_id":"x","role":"x","run_id":"x","summary":"x",
             "exit_code":"x","duration_ms":"x","signal":"x","timed_out":"x",
             "event_count":"x","done_event_count":"x","mine":"x"}}""");
    Map<String, Json> metadata = JsonParts.members(result.metadata());
    assertThat(metadata.entrySet())
        .filteredOn(member -> "x".equals(member.getValue().stringValue()))
        .extracting(Map.Entry::getKey)
        .containsExactly("mine");
    assertThat(metadata).doesNotContainKey("summary");
  }

  @Test
  void metadataThatJsonCannotHoldIsReplacedAsAWhole() throws Exception {
    Json metadata =
        simple("{\"content\":\"\",\"metadata\":{\"_error\":\"metadata_not_serializable\"}}")
            .metadata();
    assertThat(member(metadata, "_error")).isEqualTo("metadata_not_serializable");
    assertThat(member(metadata, "duration_ms")).isEqualTo("absent");
    assertThat(member(metadata, "plugin_id")).isEqualTo("acme");
  }

  @Test
  void theOutputsAreJoinedByABlankLine() throws Exception {
    DelegateResult result =
        legacy(output("one"), output("two"), "{\"type\":\"done\",\"metadata\":{\"a\":1}}");
    assertThat(result.content()).isEqualTo("one\n\ntwo");
    assertThat(member(result.metadata(), "a")).isEqualTo("1");
    assertThat(member(result.metadata(), "event_count")).isEqualTo("3");
  }

  @Test
  void withoutAnEndOneIsAdded() throws Exception {
    Json metadata = legacy(output("one")).metadata();
    assertThat(member(metadata, "event_count")).isEqualTo("2");
    assertThat(member(metadata, "done_event_count")).isEqualTo("1");
  }

  @Test
  void ofSeveralEndsTheFirstCounts() throws Exception {
    Json metadata =
        legacy(
                "{\"type\":\"done\",\"metadata\":{\"a\":1}}",
                "{\"type\":\"done\",\"metadata\":{\"a\":2}}",
                output("late"))
            .metadata();
    assertThat(member(metadata, "a")).isEqualTo("1");
    assertThat(member(metadata, "event_count")).isEqualTo("2");
    assertThat(member(metadata, "done_event_count")).isEqualTo("1");
  }

  @Test
  void errorEventsNeitherFailTheRunNorReachTheTextButAreNotLost() throws Exception {
    DelegateResult result =
        legacy(
            "{\"type\":\"error\",\"error\":{\"type\":\"x\",\"message\":\"bad\"}}",
            "{\"type\":\"progress\",\"message\":\"50\"}",
            "{\"type\":\"tool_activity\",\"tool_name\":\"t\"}");
    assertThat(result.content()).isEmpty();
    assertThat(member(result.metadata(), "error_events")).isEqualTo("[\"bad\"]");
    assertThat(member(result.metadata(), "event_count")).isEqualTo("4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "7",
        "[]",
        "{}",
        "{\"type\":5}",
        "{\"type\":\"output\"}",
        "{\"type\":\"output\",\"content\":7}",
        "{\"type\":\"done\",\"metadata\":[]}",
        "{\"type\":\"error\",\"error\":null}",
        "{\"type\":\"error\",\"error\":{}}",
        "{\"type\":\"new\"}"
      })
  void eventsAreNotValidated(String event) throws Exception {
    assertThat(legacy(output("text"), event).content()).isEqualTo("text");
  }

  @Test
  void aThrowOfRunFailsTheRun() throws Exception {
    stage.adapter(
        "acme",
        FakeAdapter.legacy(
            (input, sink) -> {
              throw FakeAdapter.threw("no luck");
            }));
    DelegateFailure failure =
        catchThrowableOfType(
            DelegateFailure.class, () -> stage.client().delegate(DelegateRequest.of("x")));
    assertThat(failure).hasMessage("no luck");
  }

  @Test
  void anInterruptAsksALegacyAdapterToCancelTheRun() throws Exception {
    BlockingQueue<String> cancelled = new LinkedBlockingQueue<>();
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    stage.adapter(
        "acme",
        FakeAdapter.legacy(
                (input, sink) -> {
                  running.countDown();
                  never.await();
                })
            .with(
                "cancel",
                arguments -> {
                  cancelled.add(String.valueOf(arguments.getFirst().stringValue()));
                  return Json.NULL;
                }));
    BabPlugin client = stage.client();
    CompletableFuture<DelegateError> seen = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    client.delegate(DelegateRequest.of("x"));
                  } catch (DelegateFailure e) {
                    seen.complete(e.type());
                  }
                });
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    caller.interrupt();
    assertThat(seen.get(30, TimeUnit.SECONDS)).isEqualTo(DelegateError.CANCELLED);
    assertThat(cancelled.poll(30, TimeUnit.SECONDS)).matches("[0-9a-f-]{36}");
  }

  @Test
  void aCallerMayLimitALegacyRun() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    stage.adapter("acme", FakeAdapter.legacy((input, sink) -> never.await()));
    BabPlugin client = stage.client();
    client.listModels();
    DelegateRequest brief = DelegateRequest.of("x").withTimeout(Duration.ofMillis(500));
    assertThat(catchThrowableOfType(DelegateFailure.class, () -> client.delegate(brief)).type())
        .isEqualTo(DelegateError.TIMEOUT);
  }

  @Test
  void aRuntimeThatCrashesDuringARunFailsIt() throws Exception {
    stage.adapter(
        "acme",
        FakeAdapter.legacy(
            (input, sink) -> {
              throw new AdapterFailure(AdapterFailure.Kind.GONE, "the process is gone", null);
            }));
    assertThat(
            catchThrowableOfType(
                    DelegateFailure.class, () -> stage.client().delegate(DelegateRequest.of("x")))
                .type())
        .isEqualTo(DelegateError.EXECUTION);
  }

  @Test
  void trap13OnlyTheFirstSummaryIsCutInAnyCaseAndAcrossEvents() throws Exception {
    DelegateResult result =
        legacy(
            output("before <Summary> short"),
            output("one </SUMMARY> after"),
            output("<SUMMARY>second</SUMMARY>"));
    assertThat(result.content()).isEqualTo("before  after\n\n<SUMMARY>second</SUMMARY>");
    assertThat(member(result.metadata(), "summary")).isEqualTo("short\n\none");
  }

  @Test
  void withoutATagThereIsNoSummary() throws Exception {
    assertThat(member(legacy(output("<SUMMARY> open")).metadata(), "summary")).isEqualTo("absent");
    assertThat(AnswerText.of("</SUMMARY> x <summary>").content())
        .isEqualTo("</SUMMARY> x <summary>");
  }

  @Test
  void manyOpenTagsCostNoMoreThanOne() {
    String hostile = "<SUMMARY>".repeat(500_000);
    assertThat(AnswerText.of(hostile).summary()).isEmpty();
  }

  @Test
  void aLongTextIsCutInTheMiddle() {
    String text = "a".repeat(18_000) + "b".repeat(123) + "c".repeat(2_000);
    assertThat(AnswerText.of("\n " + text + "\uFEFF\n").content())
        .isEqualTo("a".repeat(18_000) + "\n\n...[truncated 123 chars]...\n\n" + "c".repeat(2_000));
    assertThat(AnswerText.of("d".repeat(20_000)).content()).hasSize(20_000);
  }

  @Test
  void halfACharacterIsNotWritten() throws Exception {
    assertThat(
            simple("{\"content\":\"a\\ud83db\",\"metadata\":{\"k\\ud83d\":\"\\ud83d\"}}").toJson())
        .extracting(json -> member(json, "content"))
        .isEqualTo("a\uFFFDb");
    assertThat(AnswerText.of("a".repeat(17_999) + "😀".repeat(3_000)).content())
        .doesNotContain("\ud83d\n");
  }

  @Test
  void bloatIsDropped() {
    assertThat(
            AnswerMetadata.sanitized(
                Json.parse("{\"events\":[1],\"raw_events\":[2],\"raw\":3,\"kept\":4}")))
        .containsOnlyKeys("kept");
  }

  @Test
  void tooMuchMetadataLosesItsLargestMembersFirst() {
    Json big =
        Json.object(
            out -> {
              out.writeStringProperty("small", "s");
              out.writeStringProperty("large", "l".repeat(6_000));
              out.writeStringProperty("larger", "m".repeat(7_000));
              out.writeStringProperty("middle", "n".repeat(3_000));
            });
    Map<String, Json> kept = AnswerMetadata.sanitized(big);
    assertThat(kept.keySet())
        .containsExactly(
            "small", "large", "middle", "_truncated", "_original_size", "_dropped_keys");
    assertThat(kept.get("_original_size")).hasToString(String.valueOf(big.length()));
    assertThat(kept.get("_dropped_keys")).hasToString("[\"larger\"]");
    assertThat(kept.get("_truncated")).hasToString("true");
  }

  @Test
  void theLimitIsOfBytes() {
    Json fits = Json.object(out -> out.writeStringProperty("k", "a".repeat(9_992)));
    assertThat(fits.length()).isEqualTo(10_000);
    assertThat(AnswerMetadata.sanitized(fits)).containsOnlyKeys("k");
    Json tooMuch = Json.object(out -> out.writeStringProperty("k", "é".repeat(5_000)));
    assertThat(AnswerMetadata.sanitized(tooMuch)).containsKey("_truncated").doesNotContainKey("k");
  }

  @Test
  void manySmallMembersAreBoundedToo() {
    String members =
        IntStream.range(0, 5_000)
            .mapToObj(i -> "\"key" + i + "\":1")
            .collect(Collectors.joining(","));
    assertThat(RunDesk.object(AnswerMetadata.sanitized(Json.parse("{" + members + "}"))).length())
        .isLessThan(20_000);
  }
}
