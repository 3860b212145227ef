package io.polyplug.bowire.protocol;

import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What came of an {@code invoke} (5.6). A failure is a status, never an exception.
 *
 * @param response the text that the method gave, if it gave any; often, but not always, JSON
 * @param status free text; see {@link #isSuccess}
 * @param metadata what came with it; all values are texts
 * @param duration the sidecar's measure if it took one, else ours
 */
public record InvokeResult(
    Optional<String> response, String status, Map<String, String> metadata, Duration duration) {
  private static final Set<String> GOOD = Set.of("", "ok", "created", "accepted", "nocontent");

  public InvokeResult {
    metadata = Map.copyOf(metadata);
  }

  /** Reads a result; the duration is what this side measured. */
  public static InvokeResult read(Json result, Duration measured) {
    if (result.kind() == Json.Kind.NULL) {
      return new InvokeResult(Optional.empty(), "OK", Map.of(), measured);
    }
    if (result.kind() != Json.Kind.OBJECT) {
      return failed("sidecar returned non-object", measured);
    }
    Members members = Members.of(result);
    return new InvokeResult(
        members.value("response").map(InvokeResult::text),
        members.text("status").orElse("OK"),
        metadata(members.value("metadata").orElse(Json.NULL)),
        members.whole("durationMs").filter(ms -> ms > 0).map(Duration::ofMillis).orElse(measured));
  }

  /** What a JSON-RPC error is as a result. */
  public static InvokeResult ofError(int code, Json errorObject, Duration measured) {
    return new InvokeResult(
        Optional.of(errorObject.toString()),
        BowireProtocol.ERROR_PREFIX + code,
        Map.of(),
        measured);
  }

  /** A call that never reached its method, or never came back. */
  public static InvokeResult failed(String status, Duration measured) {
    return new InvokeResult(Optional.empty(), status, Map.of(), measured);
  }

  /** Whether the status is one of those that count as success. */
  public boolean isSuccess() {
    String word = status.strip().toLowerCase(Locale.ROOT);
    if (GOOD.contains(word)) {
      return true;
    }
    return word.length() == 3
        && (word.charAt(0) == '2' || word.charAt(0) == '3')
        && Character.isDigit(word.charAt(1))
        && Character.isDigit(word.charAt(2));
  }

  /** A message or response: the content of a string, the compact text of anything else. */
  public static String text(Json value) {
    String text = value.stringValue();
    return text == null ? value.compact().toString() : text;
  }

  private static Map<String, String> metadata(Json value) {
    Map<String, String> metadata = new LinkedHashMap<>();
    Members.of(value)
        .all()
        .forEach(
            (name, entry) -> metadata.put(name, entry.kind() == Json.Kind.NULL ? "" : text(entry)));
    return metadata;
  }
}
