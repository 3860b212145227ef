package io.polyplug.bento;

import io.polyplug.bento.AdapterError.Kind;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.Fields;
import io.polyplug.bento.protocol.LogLevel;
import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.host.Greeting;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The methods of one plugin (2.5), one at a time. Queries of different plugins take turns too: the
 * lock that they share is taken second, so that one that waits behind an install holds up no other
 * plugin (2.1). Safe from any thread.
 */
final class AdapterCalls {
  private final AdapterLink link;
  private final Lock queries;
  private final AdapterLimits limits;
  private final Lock own = new ReentrantLock();
  private volatile @Nullable Greeting greeting;

  /** Reads a result. */
  private interface Reading<T> {
    T read(Json result) throws WrongShape;
  }

  /**
   * Over this link.
   *
   * @param queries the lock of all plugins of a host
   */
  AdapterCalls(AdapterLink link, Lock queries, AdapterLimits limits) {
    this.link = link;
    this.queries = queries;
    this.limits = limits;
  }

  AdapterLink link() {
    return link;
  }

  AdapterManifest initialize() throws AdapterError, InterruptedException {
    Json params =
        Json.object(
            out -> {
              out.writeNumberProperty("protocol_version", BentoProtocol.VERSION);
              out.writeStringProperty("bento_version", BentoProtocol.COMPATIBLE_VERSION);
            });
    AdapterManifest manifest = query(BentoProtocol.INITIALIZE, params, this::introduced);
    link.introduced();
    return manifest;
  }

  private AdapterManifest introduced(Json result) throws WrongShape {
    AdapterManifest manifest = AdapterManifest.read(result, this::warn);
    greeting = Greeting.of("bento " + BentoProtocol.VERSION, result);
    return manifest;
  }

  /** What it said when it was initialized. */
  Optional<Greeting> greeting() {
    return Optional.ofNullable(greeting);
  }

  boolean detect(Path dir) throws AdapterError, InterruptedException {
    return query(
        BentoProtocol.DETECT,
        directory(dir),
        result -> {
          Fields fields = Fields.of("the result", result);
          if (!fields.has("matches")) {
            throw fields.wrong("matches", "true or false");
          }
          return fields.flag("matches", false);
        });
  }

  Optional<Toolchain> requiredToolchain(Path dir) throws AdapterError, InterruptedException {
    return query(BentoProtocol.REQUIRED_TOOLCHAIN, directory(dir), AdapterCalls::optionalToolchain);
  }

  private static Optional<Toolchain> optionalToolchain(Json result) throws WrongShape {
    if (result.kind() == Json.Kind.NULL) {
      return Optional.empty();
    }
    Fields fields = Fields.of("the result", result);
    return Optional.of(new Toolchain(fields.text("tool"), fields.text("version")));
  }

  Optional<String> resolvedToolchainFingerprint() throws AdapterError, InterruptedException {
    return query(
        BentoProtocol.RESOLVED_TOOLCHAIN_FINGERPRINT, null, AdapterCalls::optionalFingerprint);
  }

  private static Optional<String> optionalFingerprint(Json result) throws WrongShape {
    if (result.kind() == Json.Kind.NULL) {
      return Optional.empty();
    }
    String text = result.stringValue();
    if (text == null) {
      throw new WrongShape("the result must be a string or null");
    }
    return Optional.of(text);
  }

  List<Diagnostic> parseDiagnostics(DiagnosticsRequest request)
      throws AdapterError, InterruptedException {
    return query(
        BentoProtocol.PARSE_DIAGNOSTICS,
        request.toJson(),
        result -> Diagnostic.readAll(result, this::warn));
  }

  void install(Path dir, String name) throws AdapterError, InterruptedException {
    Json params =
        Json.object(
            out -> {
              out.writeStringProperty("dish_dir", dir.toString());
              out.writeStringProperty("dish_name", name);
            });
    var _ = ask(BentoProtocol.INSTALL, params, limits.install());
  }

  private void warn(String text) {
    link.log(LogLevel.WARN, text);
  }

  private static Json directory(Path dir) {
    return Json.object(out -> out.writeStringProperty("dir", dir.toString()));
  }

  private <T> T query(String method, @Nullable Json params, Reading<T> reading)
      throws AdapterError, InterruptedException {
    Json result = ask(method, params, limits.query());
    try {
      return reading.read(result);
    } catch (WrongShape wrong) {
      Kind kind = wrong instanceof OtherVersion ? Kind.OTHER_VERSION : Kind.WRONG_SHAPE;
      throw AdapterError.of(kind, link.id(), method, wrong.getMessage());
    }
  }

  /** The result as it came; an install needs only its own plugin's turn. */
  Json ask(String method, @Nullable Json params, Duration limit)
      throws AdapterError, InterruptedException {
    own.lockInterruptibly();
    try {
      link.awaitQuiet();
      if (method.equals(BentoProtocol.INSTALL)) {
        return link.call(method, params, limit);
      }
      queries.lockInterruptibly();
      try {
        return link.call(method, params, limit);
      } finally {
        queries.unlock();
      }
    } finally {
      own.unlock();
    }
  }
}
