package io.polyplug.cli.tracing;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Whether calls are traced: if the environment configures an exporter by the names that
 * OpenTelemetry gives them. This class loads nothing of its library before it is known to be used.
 */
public final class Tracing {
  private static final List<String> ENDPOINTS =
      List.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT");
  private static final List<String> PROTOCOLS =
      List.of("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL");
  private static final String SPOKEN = "http/protobuf";

  private Tracing() {}

  /**
   * Has the calls of a host traced if that is configured; the spans are sent off when it ends.
   *
   * @param say told in a sentence why spans are not exported, at most once
   */
  public static void of(
      HostBuilder host, Map<String, String> environment, String version, Consumer<String> say) {
    if (!isConfigured(environment)) {
      return;
    }
    String protocol = first(PROTOCOLS, environment, SPOKEN);
    if (!protocol.equals(SPOKEN)) {
      say.accept(
          "spans are not exported: OTEL_EXPORTER_OTLP_PROTOCOL: expected %s, found %s"
              .formatted(SPOKEN, UntrustedText.excerpt(protocol, 40)));
      return;
    }
    CallSpans.begin(environment, version, say)
        .ifPresent(spans -> host.listenerWithoutFrames(spans::hear).atTheEnd(spans::close));
  }

  private static boolean isConfigured(Map<String, String> environment) {
    String exporter = environment.getOrDefault("OTEL_TRACES_EXPORTER", "").strip();
    boolean disabled =
        environment.getOrDefault("OTEL_SDK_DISABLED", "").toLowerCase(Locale.ROOT).equals("true");
    return !disabled
        && !exporter.equals("none")
        && (!exporter.isEmpty() || !first(ENDPOINTS, environment, "").isEmpty());
  }

  private static String first(List<String> names, Map<String, String> environment, String other) {
    return names.stream()
        .map(name -> environment.getOrDefault(name, "").strip())
        .filter(it -> !it.isEmpty())
        .findFirst()
        .orElse(other);
  }
}
