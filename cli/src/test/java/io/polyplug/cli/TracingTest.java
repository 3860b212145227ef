package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.build.testing.ClosedPort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls as spans, where an exporter is configured. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class TracingTest extends SidecarStage {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "b7ad6b7169203331";
  private static final String TRACEPARENT = "traceparent: 00-" + TRACE + "-" + PARENT + "-01";

  private void with(String... pairs) {
    Map<String, String> all = new HashMap<>(environment);
    for (int i = 0; i < pairs.length; i += 2) {
      all.put(pairs[i], pairs[i + 1]);
    }
    environment = all;
  }

  @Test
  void aCallOfOneCommandIsASpanBelowTheOneThatItsMetadataNames() throws Exception {
    try (Collector collector = new Collector()) {
      with("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address(), "OTEL_SERVICE_NAME", "mine");
      Program call = start("call", "echo", "Echo/echo", "{}", "--header", TRACEPARENT);
      assertThat(call.awaitExit()).isZero();
      Collector.Span span = collector.await();
      assertThat(span.name()).isEqualTo("Echo/echo");
      assertThat(span.trace()).isEqualTo(TRACE);
      assertThat(span.parent()).isEqualTo(PARENT);
      assertThat(span.kind()).as("client").isEqualTo(3);
      assertThat(span.nanos()).isPositive();
      assertThat(span.attributes())
          .isEqualTo(
              Map.of(
                  "polyplug.plugin", "echo",
                  "polyplug.contract", "bowire",
                  "polyplug.tool", "Echo/echo",
                  "polyplug.outcome", "ok"));
      assertThat(span.resource())
          .containsEntry("service.name", "mine")
          .containsEntry("service.version", Main.version());
      assertThat(call.errors()).noneMatch(line -> line.contains("span"));
    }
  }

  @Test
  void callsThroughTheHostThatStaysAreSpansOfItWithTheCodesOfTheirFailures() throws Exception {
    try (Collector collector = new Collector()) {
      with(
          "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
          collector.address() + "/v1/traces",
          "OTEL_BSP_SCHEDULE_DELAY",
          "10");
      up();
      assertThat(run("call", "echo", "nothing", "{}").exit()).isNotZero();
      Collector.Span span = collector.await();
      assertThat(span.parent()).isEmpty();
      assertThat(span.attributes())
          .containsEntry("polyplug.outcome", "invalid_input")
          .containsEntry("error.type", "invalid_input");
      assertThat(span.resource()).containsEntry("service.name", "polyplug");
    }
  }

  @Test
  void theSpanOfAStreamEndsWithItAndCountsItsMessages() throws Exception {
    try (Collector collector = new Collector()) {
      with("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address());
      Program call = start("call", "--kind", "stream", "echo", "Echo/ticks", "{\"count\":3}");
      assertThat(call.awaitExit()).isZero();
      Collector.Span span = collector.await();
      assertThat(span.name()).isEqualTo("Echo/ticks");
      assertThat(span.attributes())
          .containsEntry("polyplug.outcome", "ok")
          .containsEntry("polyplug.messages.received", "3")
          .containsEntry("polyplug.messages.sent", "0");
    }
  }

  @Test
  void aCollectorThatIsNotThereCostsOneSentenceAndNoCall() throws Exception {
    try (ClosedPort port = new ClosedPort()) {
      with("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + port.number());
      Program call = start("call", "echo", "Echo/echo", "{}");
      assertThat(call.awaitExit()).isZero();
      assertThat(call.errors().stream().filter(it -> it.contains("spans are not exported")))
          .singleElement()
          .asString()
          .contains("ConnectException");
    }
  }

  @Test
  void aCollectorThatNeverAnswersIsGivenUpAtTheEnd() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      with(
          "OTEL_EXPORTER_OTLP_ENDPOINT",
          "http://127.0.0.1:" + mute.getLocalPort(),
          "OTEL_EXPORTER_OTLP_TIMEOUT",
          "86400000",
          "OTEL_BSP_EXPORT_TIMEOUT",
          "86400000");
      Program call = start("call", "echo", "Echo/echo", "{}");
      assertThat(call.awaitExit()).isZero();
      assertThat(call.errors())
          .contains(
              "polyplug: spans are not exported: the collector did not take them within 5000 ms");
    }
  }

  @Test
  void whatCannotBeSpokenIsSaidAndNothingElseChanges() throws Exception {
    with("OTEL_EXPORTER_OTLP_ENDPOINT", "http://x", "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
    Program call = start("call", "echo", "Echo/echo", "{}");
    assertThat(call.awaitExit()).isZero();
    assertThat(call.errors())
        .contains(
            "polyplug: spans are not exported: OTEL_EXPORTER_OTLP_PROTOCOL: expected http/protobuf,"
                + " found grpc");
  }

  @Test
  void withoutAnExporterNothingOfTheLibraryIsLoaded() throws Exception {
    for (Map<String, String> none :
        List.of(
            Map.<String, String>of(),
            Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://x", "OTEL_TRACES_EXPORTER", "none"),
            Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://x", "OTEL_SDK_DISABLED", "true"))) {
      Map<String, String> all = new HashMap<>(environment);
      all.putAll(none);
      all.put("JDK_JAVA_OPTIONS", "-Xlog:class+load=info:stderr");
      environment = all;
      Program call = start("call", "echo", "Echo/echo", "{}");
      assertThat(call.awaitExit()).isZero();
      assertThat(call.errors())
          .anyMatch(it -> it.contains("io.polyplug.cli.tracing.Tracing"))
          .noneMatch(it -> it.contains("io.opentelemetry") || it.contains("CallSpans"));
    }
  }
}
