package io.polyplug.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Discovery;
import io.polyplug.bowire.protocol.Handshake;
import io.polyplug.bowire.protocol.InvokeResult;
import io.polyplug.bowire.protocol.Service;
import io.polyplug.bowire.protocol.Target;
import io.polyplug.host.Ending;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Greeting;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.Replies;
import io.polyplug.host.Session;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolList;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Call;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One running sidecar. Any number of calls, streams and channels at once, from any thread; all of
 * them fail with the reason when the sidecar is gone.
 */
final class SidecarSession implements Session {
  private final Sidecar sidecar;
  private final InstanceContext context;
  private final PeerNotices notices;
  private final SidecarLink link;
  private final Subscriptions subscriptions;
  private final Handshake handshake;
  private final Greeting greeting;
  private final Replies replies;
  private final DiscoveryMemory discovered = new DiscoveryMemory();
  private final PingWatch pings;
  private final @Nullable Supplier<SidecarSession> withEvents;
  private final Object opening = new Object();
  private volatile @Nullable SidecarSession streaming;
  private volatile boolean stopping;

  SidecarSession(
      Sidecar sidecar,
      InstanceContext context,
      PeerNotices notices,
      SidecarLink link,
      Subscriptions subscriptions,
      Handshake handshake,
      Greeting greeting,
      @Nullable Supplier<SidecarSession> withEvents) {
    this.sidecar = sidecar;
    this.context = context;
    this.notices = notices;
    this.link = link;
    this.subscriptions = subscriptions;
    this.handshake = handshake;
    this.greeting = greeting;
    this.withEvents = withEvents;
    this.replies = link.replies(sidecar.id());
    this.pings = new PingWatch(link, subscriptions, sidecar.options().times(), context.clock());
    var _ = link.gone().thenAccept(this::lost);
    if (context.lasting()) {
      pings.begin();
    }
  }

  private void lost(Failure reason) {
    pings.stop();
    subscriptions.lose(reason.thrown());
  }

  @Override
  public String plugin() {
    return sidecar.id();
  }

  Handshake handshake() {
    return handshake;
  }

  @Override
  public Optional<Greeting> greeting() {
    return Optional.of(greeting);
  }

  @Override
  public ToolResult call(String tool, ToolCall call) {
    Target target = target(tool, call);
    InvokeResult result = invoke(target, messages(target, call.input()), call.timeout());
    Map<String, Json> metadata = new LinkedHashMap<>();
    result.metadata().forEach((name, value) -> metadata.put(name, Json.string(value)));
    return new ToolResult(
        result.response().map(MessageText::value).orElse(Json.NULL),
        result.status(),
        result.isSuccess(),
        metadata,
        Map.of(),
        result.duration());
  }

  /** Calls a method; throws what keeps an answer from coming, errors of the sidecar included. */
  InvokeResult invoke(Target target, List<String> messages, Optional<Duration> timeout) {
    require(handshake.capabilities().invoke(), "calls");
    long from = context.clock().nanoTime();
    Json result = replies.await(begin(BowireProtocol.INVOKE, target.invoke(messages), timeout));
    return InvokeResult.read(result, Duration.ofNanos(context.clock().nanoTime() - from));
  }

  @Override
  public ToolStream stream(String tool, ToolCall call) {
    Target target = target(tool, call);
    return invokeStream(target, messages(target, call.input()), call.timeout(), () -> {});
  }

  /** Subscribes first, then asks: a quick sidecar must not be faster than its host (5.7). */
  SidecarStream invokeStream(
      Target target,
      List<String> messages,
      Optional<Duration> acknowledgedWithin,
      Runnable onClose) {
    require(handshake.capabilities().invokeStream(), "streams");
    if (withEvents != null) {
      return streaming(withEvents).invokeStream(target, messages, acknowledgedWithin, onClose);
    }
    String id = Subscriptions.newId();
    SidecarStream stream =
        new SidecarStream(
            sidecar.id(), id, sidecar.options(), () -> subscriptions.remove(id), onClose);
    subscriptions.addStream(id, stream);
    Call ack =
        begin(BowireProtocol.INVOKE_STREAM, target.invokeStream(id, messages), acknowledgedWithin);
    var _ =
        ack.toFuture()
            .whenComplete(
                (result, failure) -> {
                  if (failure == null) {
                    stream.acknowledged(result);
                  } else {
                    stream.refused(replies.reason(failure));
                  }
                });
    return stream;
  }

  @Override
  public ToolChannel open(String tool, ToolCall call) {
    return openChannel(target(tool, call), call.timeout(), () -> {});
  }

  SidecarChannel openChannel(Target target, Optional<Duration> timeout, Runnable onClose) {
    require(handshake.capabilities().channels(), "channels");
    if (withEvents != null) {
      return streaming(withEvents).openChannel(target, timeout, onClose);
    }
    String id = Subscriptions.newId();
    SidecarChannel channel =
        new SidecarChannel(
            sidecar.id(),
            id,
            link.peer(),
            context.clock(),
            sidecar.options(),
            () -> subscriptions.remove(id),
            onClose);
    subscriptions.addChannel(id, channel);
    try {
      var _ = replies.await(begin(BowireProtocol.OPEN_CHANNEL, target.openChannel(id), timeout));
      return channel;
    } catch (RuntimeException failure) {
      subscriptions.remove(id);
      throw failure;
    }
  }

  /** A connection that hears events, made when the first stream or channel needs one. */
  private SidecarSession streaming(Supplier<SidecarSession> withEvents) {
    synchronized (opening) {
      SidecarSession made = streaming;
      if (made == null) {
        made = withEvents.get();
        streaming = made;
      }
      if (stopping) {
        // Whoever stopped may not have seen it.
        made.end(Ending.FOR_NOW);
        throw stopped();
      }
      return made;
    }
  }

  @Override
  public List<ToolInfo> tools(ToolQuery query) {
    return toolList(query).tools();
  }

  @Override
  public ToolList toolList(ToolQuery query) {
    Discovery discovery = discovery(url(query.target()), query.timeout());
    List<Service> services = discovery.services();
    if (services.isEmpty() && query.target().isEmpty()) {
      throw new Failure(
              FailureCode.INVALID_INPUT,
              sidecar.id(),
              "what it offers depends on the server it talks to: name one with --url URL")
          .thrown();
    }
    return new ToolList(
        new SidecarTools(services, handshake.capabilities()).all(),
        discovery.passedOver().stream().map(SidecarSession::shown).toList());
  }

  List<Service> discover(String url, Optional<Duration> timeout) {
    return discovery(url, timeout).services();
  }

  private static String shown(String text) {
    return UntrustedText.excerpt(text, 500);
  }

  private Discovery discovery(String url, Optional<Duration> timeout) {
    require(handshake.capabilities().discover(), "lists of services");
    Duration limit = sidecar.options().times().discover();
    Duration within = timeout.filter(it -> it.compareTo(limit) < 0).orElse(limit);
    Json result =
        replies.await(
            begin(BowireProtocol.DISCOVER, Discovery.request(url, false), Optional.of(within)));
    Discovery discovery = Discovery.read(result, sidecar.manifest().protocolId(), url);
    discovery.warnings().forEach(text -> notices.warn(shown(text)));
    discovered.remember(url, new SidecarTools(discovery.services(), handshake.capabilities()));
    return discovery;
  }

  /** Asks for a sign of life and says how long it took. */
  Duration ping() {
    long from = context.clock().nanoTime();
    var _ =
        replies.await(
            link.peer()
                .call(
                    BowireProtocol.PING,
                    null,
                    CallOptions.within(sidecar.options().times().ping())));
    return Duration.ofNanos(context.clock().nanoTime() - from);
  }

  private Call begin(String method, Json params, Optional<Duration> timeout) {
    if (stopping) {
      throw stopped();
    }
    pings.busy();
    return link.peer()
        .call(method, params, timeout.map(CallOptions::within).orElse(CallOptions.NONE));
  }

  private PluginFailure stopped() {
    return new Failure(FailureCode.UNAVAILABLE, sidecar.id(), "it is being stopped").thrown();
  }

  private Target target(String tool, ToolCall call) {
    int slash = tool.indexOf('/');
    if (slash <= 0 || slash == tool.length() - 1) {
      throw new Failure(
              FailureCode.INVALID_INPUT,
              sidecar.id(),
              "its tools are called SERVICE/METHOD, found \""
                  + UntrustedText.excerpt(tool, 80)
                  + "\"")
          .thrown();
    }
    return new Target(
        url(call.target()),
        tool.substring(0, slash),
        tool.substring(slash + 1),
        false,
        call.metadata());
  }

  private String url(Optional<String> target) {
    return target
        .map(it -> ServerUrl.bare(it, sidecar.manifest().protocolId(), sidecar.id()))
        .orElse("");
  }

  private List<String> messages(Target target, Json input) {
    return MessageText.messages(
        input, discovered.takesMany(target.serverUrl(), target.service(), target.method()));
  }

  private void require(boolean capable, String what) {
    if (!capable) {
      throw new Failure(FailureCode.UNSUPPORTED, sidecar.id(), "it says that it has no " + what)
          .thrown();
    }
  }

  @Override
  public OptionalLong pid() {
    return link.pid();
  }

  @Override
  public Optional<String> complaint() {
    return Optional.ofNullable(link.complaint());
  }

  @Override
  public CompletionStage<Failure> ended() {
    return link.gone();
  }

  @Override
  public boolean mayBeReaped() {
    return subscriptions.isEmpty();
  }

  @Override
  public void end(Ending ending) {
    stopping = true;
    pings.stop();
    subscriptions.abandonChannels();
    // Without the lock: a connection that is being made must not hold up the end.
    SidecarSession other = streaming;
    if (other != null) {
      other.end(ending);
    }
    link.end(ending);
  }

  @Override
  public void close() {
    end(Ending.FOR_GOOD);
  }
}
