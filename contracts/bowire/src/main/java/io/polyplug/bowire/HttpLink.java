package io.polyplug.bowire;

import io.polyplug.base.Deadline;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.host.Ending;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.Replies;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.HttpEndpoint;
import io.polyplug.wire.HttpTransport;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import io.polyplug.wire.Transport;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A sidecar that is a service and not ours: it is neither started nor killed (section 6). */
final class HttpLink implements SidecarLink {
  private final Sidecar sidecar;
  private final InstanceContext context;
  private final Peer peer;
  private final CompletableFuture<Failure> gone = new CompletableFuture<>();
  private volatile @Nullable String complaint;

  private HttpLink(
      Sidecar sidecar,
      InstanceContext context,
      Transport transport,
      PeerNotices notices,
      Subscriptions subscriptions) {
    this.sidecar = sidecar;
    this.context = context;
    this.peer =
        subscriptions
            .attach(Peer.over(transport, BowireProtocol.httpDialect()))
            .clock(context.clock())
            .observer(notices)
            .listener(new Watch())
            .start();
  }

  /** Without the event stream there is no connection, though answers under way still come (6.3). */
  private final class Watch implements PeerListener {
    @Override
    public void inboundEnded(EndReason reason) {
      gone.complete(
          failure(FailureCode.DISCONNECTED, "Sidecar disconnected: " + reason.sentence()));
    }

    @Override
    public void ended(EndReason reason) {
      inboundEnded(reason);
    }
  }

  /** Opens the event stream, before anything is asked (6.2). */
  static HttpLink open(
      Sidecar sidecar,
      SidecarManifest.Wire.Http wire,
      InstanceContext context,
      PeerNotices notices,
      Subscriptions subscriptions) {
    try {
      Transport transport =
          HttpTransport.connect(
              endpoint(sidecar, wire),
              Deadline.in(sidecar.options().times().initialize(), context.clock()));
      return new HttpLink(sidecar, context, transport, notices, subscriptions);
    } catch (IOException e) {
      throw new PluginFailure(
          new Failure(FailureCode.LAUNCH_FAILED, sidecar.id(), String.valueOf(e.getMessage())), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure(FailureCode.CANCELLED, sidecar.id(), "the caller gave up").thrown();
    }
  }

  /** Without the event stream: enough for a handshake, and nobody else notices (3.5). */
  static HttpLink forOneQuestion(
      Sidecar sidecar,
      SidecarManifest.Wire.Http wire,
      InstanceContext context,
      PeerNotices notices) {
    return new HttpLink(
        sidecar,
        context,
        HttpTransport.withoutEvents(endpoint(sidecar, wire)),
        notices,
        new Subscriptions());
  }

  private static HttpEndpoint endpoint(Sidecar sidecar, SidecarManifest.Wire.Http wire) {
    try {
      return HttpEndpoint.at(wire.url())
          .headers(SidecarOptions.resolve(sidecar.options().headers(), "its header", sidecar.id()))
          .build();
    } catch (IllegalArgumentException e) {
      throw new PluginFailure(
          new Failure(
              FailureCode.INVALID_CONFIGURATION, sidecar.id(), String.valueOf(e.getMessage())),
          e);
    }
  }

  @Override
  public void drop() {
    end(Ending.FOR_NOW);
  }

  @Override
  public List<String> lastWords() {
    return List.of();
  }

  @Override
  public Peer peer() {
    return peer;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public CompletionStage<Failure> gone() {
    return gone;
  }

  @Override
  public Replies replies(String plugin) {
    return new Replies(plugin, BowireProtocol.ERROR_PREFIX, FailureCode.UNAVAILABLE, this::reason);
  }

  private Failure reason() {
    try {
      return gone.get(BowireTimes.FAREWELL.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // Said below: the reason itself is not to be had.
    }
    return failure(FailureCode.DISCONNECTED, "Sidecar is gone");
  }

  /** It is not ours to kill: it is only not relied on until it answers again (13.1). */
  @Override
  public void hung(String sentence) {
    complaint = sentence;
  }

  @Override
  public void alive() {
    complaint = null;
  }

  @Override
  public @Nullable String complaint() {
    return complaint;
  }

  /**
   * Says good-bye only if this host will not come back: some services stop for everybody when they
   * are told (6.4).
   */
  @Override
  public void end(Ending ending) {
    gone.complete(failure(FailureCode.UNAVAILABLE, "Sidecar was stopped"));
    if (ending == Ending.FOR_GOOD && context.lasting() && sidecar.options().tellShutdown()) {
      try {
        var _ =
            peer.call(BowireProtocol.SHUTDOWN, null, CallOptions.within(BowireTimes.FAREWELL))
                .await();
      } catch (CallException e) {
        // It may ignore it, refuse it or be gone: all the same now.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    peer.close();
  }

  private Failure failure(FailureCode code, String message) {
    return new Failure(code, sidecar.id(), message);
  }
}
