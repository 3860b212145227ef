package io.polyplug.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Handshake;
import io.polyplug.bowire.protocol.Initialize;
import io.polyplug.host.Ending;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Greeting;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.Json;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Brings a sidecar up: connects, shakes hands, checks what it says of itself (5.4, 7.5). */
final class SidecarStart {
  /** Of this project; a test holds it to the build. */
  static final String HOST_VERSION = "0.1.0";

  private final Sidecar sidecar;
  private final InstanceContext context;
  private final PeerNotices notices;

  SidecarStart(Sidecar sidecar, InstanceContext context) {
    this.sidecar = sidecar;
    this.context = context;
    this.notices = new PeerNotices(sidecar.info().key(), context.events());
  }

  /** A sidecar that can be called; throws {@link PluginFailure} and leaves nothing running. */
  SidecarSession run() {
    sidecar.manifest().warnings().forEach(notices::warn);
    return switch (sidecar.manifest().wire()) {
      case SidecarManifest.Wire.Stdio wire -> {
        Subscriptions subscriptions = new Subscriptions();
        yield session(
            StdioLink.open(sidecar, wire, context, notices, subscriptions), subscriptions, null);
      }
      case SidecarManifest.Wire.Http wire ->
          context.lasting()
              ? withEvents(wire)
              : session(
                  HttpLink.forOneQuestion(sidecar, wire, context, notices),
                  new Subscriptions(),
                  () -> withEvents(wire));
    };
  }

  /**
   * An event stream that a command opens and leaves takes events that others wait for, from
   * services that have one queue for all (6.2): it is opened only if there is something to stream.
   */
  private SidecarSession withEvents(SidecarManifest.Wire.Http wire) {
    Subscriptions subscriptions = new Subscriptions();
    return session(
        HttpLink.open(sidecar, wire, context, notices, subscriptions), subscriptions, null);
  }

  private SidecarSession session(
      SidecarLink link,
      Subscriptions subscriptions,
      @Nullable Supplier<SidecarSession> withEvents) {
    try {
      Json answer = shakeHands(link);
      return new SidecarSession(
          sidecar,
          context,
          notices,
          link,
          subscriptions,
          Handshake.read(answer),
          Greeting.of("bowire " + BowireProtocol.VERSION, answer),
          withEvents);
    } catch (RuntimeException | Error failure) {
      link.drop();
      throw failure;
    }
  }

  /** Asks a service who it is and nothing else; why it cannot be used, if it cannot. */
  Optional<Failure> problem(SidecarManifest.Wire.Http wire) {
    try {
      SidecarLink link = HttpLink.forOneQuestion(sidecar, wire, context, notices);
      try {
        var _ = shakeHands(link);
        return Optional.empty();
      } finally {
        link.end(Ending.FOR_NOW);
      }
    } catch (PluginFailure failure) {
      return Optional.of(failure.failure());
    }
  }

  /** What it answered, which is as it should be. */
  private Json shakeHands(SidecarLink link) {
    Duration limit = sidecar.options().times().initialize();
    Json params =
        new Initialize(HOST_VERSION, sidecar.manifest().protocolId(), settings()).toJson();
    Json answer;
    try {
      answer =
          link.replies(sidecar.id())
              .await(
                  link.peer().call(BowireProtocol.INITIALIZE, params, CallOptions.within(limit)));
    } catch (PluginError refused) {
      throw failed(
          FailureCode.HANDSHAKE_FAILED,
          "initialize was answered with an error: " + UntrustedText.excerpt(refused.text(), 500),
          refused);
    } catch (PluginFailure failure) {
      throw unanswered(failure, limit, link);
    }
    check(Handshake.read(answer));
    return answer;
  }

  /** What its configuration sets counts more than what is kept beside it. */
  private Map<String, Json> settings() {
    Map<String, Json> settings;
    try {
      settings = new LinkedHashMap<>(context.settings().apply(sidecar.info()));
    } catch (UncheckedIOException e) {
      throw failed(
          FailureCode.INVALID_CONFIGURATION,
          "what was set for it is not known: " + e.getMessage(),
          e);
    }
    settings.putAll(sidecar.options().settings());
    return settings;
  }

  private PluginFailure unanswered(PluginFailure failure, Duration limit, SidecarLink link) {
    Failure why = failure.failure();
    return switch (why.code()) {
      case TIMEOUT ->
          new PluginFailure(
              new Failure(
                  FailureCode.TIMEOUT,
                  sidecar.id(),
                  "it did not answer initialize within " + limit.toMillis() + " ms",
                  link.lastWords()),
              failure);
      case CRASHED, DISCONNECTED ->
          new PluginFailure(
              new Failure(
                  FailureCode.HANDSHAKE_FAILED,
                  sidecar.id(),
                  why.message() + " before it answered initialize",
                  why.stderr()),
              failure);
      case UNAVAILABLE -> failed(FailureCode.LAUNCH_FAILED, why.message(), failure);
      default -> failure;
    };
  }

  private void check(Handshake handshake) {
    String declared = sidecar.manifest().protocolId();
    if (!handshake.id().equals(declared)) {
      throw failed(
          FailureCode.HANDSHAKE_FAILED,
          "Sidecar reported protocol id '%s' but manifest declares '%s'"
              .formatted(
                  UntrustedText.excerpt(handshake.id(), 80), UntrustedText.excerpt(declared, 80)),
          null);
    }
    if (handshake.protocolVersion().isEmpty()) {
      notices.warn("It does not say which version of the contract it speaks; taken for version 1.");
    } else if (handshake.protocolVersion().get() != BowireProtocol.VERSION) {
      long theirs = handshake.protocolVersion().get();
      throw failed(
          FailureCode.PROTOCOL_VERSION_MISMATCH,
          "it speaks version %d of the contract and this host version %d: update the %s"
              .formatted(
                  theirs,
                  BowireProtocol.VERSION,
                  theirs > BowireProtocol.VERSION ? "host" : "sidecar"),
          null);
    }
  }

  private PluginFailure failed(FailureCode code, String message, @Nullable Throwable cause) {
    return new PluginFailure(new Failure(code, sidecar.id(), message), cause);
  }
}
