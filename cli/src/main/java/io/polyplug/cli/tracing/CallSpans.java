package io.polyplug.cli.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A span for each call of a host, sent by a thread of its own. Hears events on one thread; closed
 * by whoever made it, when the last event was heard.
 */
final class CallSpans {
  private static final AttributeKey<String> PLUGIN = AttributeKey.stringKey("polyplug.plugin");
  private static final AttributeKey<String> CONTRACT = AttributeKey.stringKey("polyplug.contract");
  private static final AttributeKey<String> TOOL = AttributeKey.stringKey("polyplug.tool");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("polyplug.outcome");

  private static final AttributeKey<Long> RECEIVED =
      AttributeKey.longKey("polyplug.messages.received");
  private static final AttributeKey<Long> SENT = AttributeKey.longKey("polyplug.messages.sent");

  /** The name that OpenTelemetry itself gives to what went wrong. */
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private static final int LONGEST_TEXT = 200;

  /** More calls at once are not traced: the oldest are given up. */
  private static final int MOST_OPEN = 10_000;

  /** How long a command waits at most for a collector at its end. */
  private static final long LONGEST_FAREWELL_MS = 5_000;

  private final OpenTelemetrySdk sdk;
  private final Tracer tracer;
  private final ExportProblems problems;
  private final Map<Long, Open> open =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Open> eldest) {
          return size() > MOST_OPEN;
        }
      };

  /** A call under way, and when we heard of it. */
  private record Open(Span span, Instant since) {}

  private CallSpans(OpenTelemetrySdk sdk, String version, ExportProblems problems) {
    this.sdk = sdk;
    this.tracer =
        sdk.getTracerProvider()
            .tracerBuilder("io.polyplug")
            .setInstrumentationVersion(version)
            .build();
    this.problems = problems;
  }

  /**
   * Begins as the variables of OpenTelemetry say; empty, with a sentence, if they make no sense.
   */
  static Optional<CallSpans> begin(
      Map<String, String> environment, String version, Consumer<String> say) {
    ExportProblems problems = ExportProblems.tellTo(say);
    try {
      OpenTelemetrySdk sdk =
          AutoConfiguredOpenTelemetrySdk.builder()
              .disableShutdownHook()
              .addPropertiesCustomizer(_ -> properties(environment, version))
              .build()
              .getOpenTelemetrySdk();
      return Optional.of(new CallSpans(sdk, version, problems));
    } catch (ConfigurationException | IllegalArgumentException e) {
      problems.close();
      say.accept(
          "spans are not exported: "
              + UntrustedText.excerpt(String.valueOf(e.getMessage()), LONGEST_TEXT));
      return Optional.empty();
    }
  }

  /** What is configured, and what we have: spans, over HTTP. */
  private static Map<String, String> properties(Map<String, String> environment, String version) {
    Map<String, String> properties = new HashMap<>();
    properties.put("otel.service.name", "polyplug");
    properties.put("otel.traces.exporter", "otlp");
    // A command must not wait for a collector that is not there.
    properties.put("otel.java.exporter.otlp.retry.disabled", "true");
    environment.forEach(
        (name, value) -> {
          if (name.startsWith("OTEL_") && !value.isBlank()) {
            properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
          }
        });
    properties.put("otel.exporter.otlp.protocol", "http/protobuf");
    properties.put("otel.exporter.otlp.traces.protocol", "http/protobuf");
    properties.put("otel.metrics.exporter", "none");
    properties.put("otel.logs.exporter", "none");
    properties.merge(
        "otel.resource.attributes", "service.version=" + version, (a, b) -> b + "," + a);
    return properties;
  }

  void hear(HostEvent event) {
    switch (event) {
      case HostEvent.CallStarted it -> started(it);
      case HostEvent.CallEnded it -> ended(it);
      case HostEvent.StreamEnded it -> ended(it);
      case HostEvent.StateChanged _,
          HostEvent.LogLine _,
          HostEvent.FrameSeen _,
          HostEvent.PluginAdded _,
          HostEvent.PluginRemoved _,
          HostEvent.ToolsChanged _ -> {
        // Nothing that has a beginning and an end.
      }
    }
  }

  private void started(HostEvent.CallStarted call) {
    Instant now = Instant.now();
    String tool = UntrustedText.excerpt(call.tool(), LONGEST_TEXT);
    int colon = call.plugin().indexOf(':');
    Span span =
        tracer
            .spanBuilder(tool)
            .setSpanKind(SpanKind.CLIENT)
            .setParent(parent(call.traceparent()))
            .setStartTimestamp(now)
            .setAttribute(PLUGIN, call.plugin().substring(colon + 1))
            .setAttribute(CONTRACT, call.plugin().substring(0, Math.max(0, colon)))
            .setAttribute(TOOL, tool)
            .startSpan();
    open.put(call.call(), new Open(span, now));
  }

  private void ended(HostEvent.CallEnded call) {
    if (call.goesOn()) {
      Open known = open.get(call.call());
      if (known != null) {
        known.span().addEvent("opened", known.since().plus(call.duration()));
      }
      return;
    }
    Open known = open.remove(call.call());
    if (known != null) {
      end(known, "ok", call.errorCode(), call.duration());
    }
  }

  private void ended(HostEvent.StreamEnded stream) {
    Open known = open.remove(stream.call());
    if (known != null) {
      known.span().setAttribute(RECEIVED, stream.received());
      known.span().setAttribute(SENT, stream.sent());
      end(known, stream.whole() ? "ok" : "closed", stream.errorCode(), stream.duration());
    }
  }

  private static void end(Open known, String well, Optional<String> error, Duration duration) {
    known.span().setAttribute(OUTCOME, error.orElse(well));
    error.ifPresent(
        code -> {
          known.span().setAttribute(ERROR, code);
          known.span().setStatus(StatusCode.ERROR, code);
        });
    known.span().end(known.since().plus(duration));
  }

  private static Context parent(Optional<String> traceparent) {
    return traceparent.isEmpty()
        ? Context.root()
        : W3CTraceContextPropagator.getInstance()
            .extract(Context.root(), traceparent.get(), new OneHeader());
  }

  /** The only header there is. */
  private static final class OneHeader implements TextMapGetter<String> {
    @Override
    public Iterable<String> keys(String carrier) {
      return List.of("traceparent");
    }

    @Override
    public @Nullable String get(@Nullable String carrier, String key) {
      return key.equals("traceparent") ? carrier : null;
    }
  }

  /** Sends what is left, for so long as a user would wait. */
  void close() {
    // What is still under way ends with its host, which tells nobody any more.
    for (Open left : open.values()) {
      left.span().setAttribute(OUTCOME, "unfinished");
      left.span().end();
    }
    open.clear();
    if (!sdk.shutdown().join(LONGEST_FAREWELL_MS, TimeUnit.MILLISECONDS).isDone()) {
      problems.tell("the collector did not take them within " + LONGEST_FAREWELL_MS + " ms");
    }
    problems.close();
  }
}
