package io.polyplug.bento;

import io.polyplug.base.Clock;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Greeting;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginException;
import io.polyplug.host.Session;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One running adapter with its methods as tools. A call that takes longer than the contract or its
 * caller allows ends the adapter: there is no message to give up with.
 */
final class BentoSession implements Session {
  private final AdapterCalls calls;
  private final AdapterLimits limits;
  private final Clock clock;
  private final BentoTools tools;
  private final Remembered<String, Fingerprint> fingerprint = new Remembered<>();

  /** What the one call for it gave. */
  private record Fingerprint(@Nullable Json text, @Nullable PluginException failure) {}

  BentoSession(AdapterManifest manifest, AdapterCalls calls, AdapterLimits limits, Clock clock) {
    this.calls = calls;
    this.limits = limits;
    this.clock = clock;
    this.tools = new BentoTools(manifest);
  }

  @Override
  public String plugin() {
    return calls.link().id();
  }

  @Override
  public List<ToolInfo> tools(ToolQuery query) {
    return tools.all();
  }

  @Override
  public ToolResult call(String tool, ToolCall call) {
    if (!tools.has(tool)) {
      throw failed(FailureCode.TOOL_NOT_EXPOSED, "its manifest has no " + tool);
    }
    long from = clock.nanoTime();
    Json output =
        tool.equals(BentoProtocol.RESOLVED_TOOLCHAIN_FINGERPRINT)
            ? fingerprint(call)
            : ask(tool, tools.params(plugin(), tool, call.input()), call);
    return ToolResult.ok(output, Duration.ofNanos(clock.nanoTime() - from));
  }

  /** At most one such call for each process, whatever came of it (2.5). */
  private Json fingerprint(ToolCall call) {
    Fingerprint known = fingerprint.get("", () -> askFingerprint(call));
    if (known.failure() != null) {
      throw known.failure();
    }
    return Objects.requireNonNull(known.text());
  }

  private Fingerprint askFingerprint(ToolCall call) {
    try {
      return new Fingerprint(ask(BentoProtocol.RESOLVED_TOOLCHAIN_FINGERPRINT, null, call), null);
    } catch (PluginException e) {
      return new Fingerprint(null, e);
    }
  }

  private Json ask(String method, @Nullable Json params, ToolCall call) {
    Duration limit = method.equals(BentoProtocol.INSTALL) ? limits.install() : limits.query();
    Optional<Duration> sooner = call.timeout().filter(it -> it.compareTo(limit) < 0);
    try {
      return calls.ask(method, params, sooner.orElse(limit));
    } catch (AdapterError e) {
      throw reason(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(FailureCode.CANCELLED, "the caller gave up");
    }
  }

  private PluginException reason(AdapterError error) {
    return switch (error.kind()) {
      case ANSWERED ->
          error
              .answer()
              .map(
                  it ->
                      new PluginError(
                          plugin(), Integer.toString(it.code()), it.message(), it.toJson()))
              .orElseThrow();
      case WRONG_SHAPE, OTHER_VERSION, VIOLATION ->
          failed(FailureCode.MALFORMED_RESPONSE, error.sentence());
      case NOT_SENT -> failed(FailureCode.INVALID_INPUT, error.sentence());
      case TIMED_OUT -> failed(FailureCode.TIMEOUT, error.sentence());
      case LOST ->
          new Failure(FailureCode.CRASHED, plugin(), error.sentence(), calls.link().lastWords())
              .thrown();
    };
  }

  private PluginException failed(FailureCode code, String sentence) {
    return new Failure(code, plugin(), sentence).thrown();
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(calls.link().pid());
  }

  @Override
  public Optional<Greeting> greeting() {
    return calls.greeting();
  }

  @Override
  public CompletionStage<Failure> ended() {
    return calls.link().gone();
  }

  @Override
  public void close() {
    calls.link().shutDown();
  }
}
