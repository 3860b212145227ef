package io.polyplug.bowire;

import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Handshake;
import io.polyplug.bowire.protocol.InvokeResult;
import io.polyplug.bowire.protocol.Service;
import io.polyplug.bowire.protocol.Target;
import io.polyplug.host.Failure;
import io.polyplug.host.Held;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A sidecar in the contract's own types: get it by {@code plugin.as(BowireSidecar.class)}. Starts
 * the sidecar if it does not run. Safe from any thread.
 */
public final class BowireSidecar {
  private final Plugin plugin;
  private final Sidecar sidecar;

  BowireSidecar(Plugin plugin, Sidecar sidecar) {
    this.plugin = plugin;
    this.sidecar = sidecar;
  }

  /** How it is called: by its handshake, else by its manifest. */
  public String name() {
    return handshake().name().orElse(sidecar.manifest().protocolName());
  }

  /** Its icon as SVG text, if it has one; untrusted. */
  public Optional<String> iconSvg() {
    return handshake().iconSvg().or(() -> sidecar.manifest().iconSvg());
  }

  /** What it said of itself. */
  public Handshake handshake() {
    return with(true, SidecarSession::handshake);
  }

  /** The services behind a URL; none means that the URL is not this sidecar's. */
  public List<Service> discover(String serverUrl) {
    return with(true, session -> session.discover(bare(serverUrl), Optional.empty()));
  }

  /** Asks for a sign of life and says how long it took; only sensible between calls. */
  public Duration ping() {
    return with(true, SidecarSession::ping);
  }

  /**
   * Calls a method once, and tells every outcome as a result (5.6): an error of the sidecar, an
   * exit and a failed start have a status each. Only an interrupt is thrown, as {@code cancelled}.
   *
   * @param messages each the text of one JSON document; none stands for one empty object
   */
  public InvokeResult invoke(Target target, List<String> messages) {
    long from = System.nanoTime();
    try {
      return with(false, session -> session.invoke(bare(target), messages, Optional.empty()));
    } catch (PluginError error) {
      return InvokeResult.ofError(code(error), error.data().orElse(Json.EMPTY_OBJECT), since(from));
    } catch (PluginFailure failure) {
      return InvokeResult.failed(status(failure.failure(), failure), since(from));
    }
  }

  private static String status(Failure failure, PluginFailure thrown) {
    return switch (failure.code()) {
      case CANCELLED -> throw thrown;
      case LAUNCH_FAILED, HANDSHAKE_FAILED, PROTOCOL_VERSION_MISMATCH, INVALID_CONFIGURATION ->
          "Sidecar spawn failed: " + failure.message();
      default -> failure.message();
    };
  }

  private static int code(PluginError error) {
    return Integer.parseInt(error.code().substring(BowireProtocol.ERROR_PREFIX.length()));
  }

  private static Duration since(long from) {
    return Duration.ofNanos(System.nanoTime() - from);
  }

  /** Starts a stream; close it when done with it. */
  public SidecarStream invokeStream(Target target, List<String> messages) {
    return keep(
        (session, giveBack) ->
            session.invokeStream(bare(target), messages, Optional.empty(), giveBack));
  }

  /** Opens a channel and returns when the sidecar has; close it when done with it. */
  public SidecarChannel openChannel(Target target) {
    return keep(
        (session, giveBack) -> session.openChannel(bare(target), Optional.empty(), giveBack));
  }

  private interface Opening<T> {
    T open(SidecarSession session, Runnable giveBack);
  }

  private <T> T keep(Opening<T> opening) {
    Held<SidecarSession> held = plugin.hold(SidecarSession.class, false, Optional.empty());
    try {
      return opening.open(held.session(), held::close);
    } catch (RuntimeException | Error failure) {
      held.close();
      throw failure;
    }
  }

  private <T> T with(boolean freshly, Function<SidecarSession, T> body) {
    try (Held<SidecarSession> held = plugin.hold(SidecarSession.class, freshly, Optional.empty())) {
      return body.apply(held.session());
    }
  }

  private Target bare(Target target) {
    return new Target(
        bare(target.serverUrl()),
        target.service(),
        target.method(),
        target.showInternalServices(),
        target.metadata());
  }

  private String bare(String serverUrl) {
    return ServerUrl.bare(serverUrl, sidecar.manifest().protocolId(), sidecar.id());
  }
}
