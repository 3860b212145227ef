package io.polyplug.own;

import io.polyplug.host.ChildEnd;
import io.polyplug.host.ChildTransport;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Replies;
import io.polyplug.own.protocol.OwnProtocol;
import io.polyplug.process.Child;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ShutdownLadder;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Order;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The process of one plugin and the conversation with it. Safe from any thread. Whoever opened it
 * ends it, by {@link #drop} or {@link #shutDown}.
 */
final class OwnLink {
  /** How long output is still read after the exit, if a descendant keeps the pipe open. */
  private static final Duration DRAIN = Duration.ofMillis(500);

  /** How long the process may take to exit after it closed its output. */
  private static final Duration EXIT_AFTER_OUTPUT = Duration.ofMillis(500);

  /** How long each step of the ladder may take: asked, after the end of its input, after TERM. */
  private static final Duration STEP = Duration.ofSeconds(2);

  private static final ChildEnd.Words WORDS =
      new ChildEnd.Words(
          "it was stopped",
          "the conversation with it could not go on, and it was killed",
          "its stdout closed, and it was killed",
          status -> "it " + status.sentence());

  private final PluginInfo info;
  private final Child child;
  private final InstanceContext context;
  private final ChildEnd end;
  private final Replies replies;
  private final Peer peer;

  private OwnLink(
      PluginInfo info,
      Child child,
      Framing framing,
      Duration timeout,
      Callbacks callbacks,
      InstanceContext context) {
    this.info = info;
    this.child = child;
    this.context = context;
    this.end = new ChildEnd(info.id(), child, EXIT_AFTER_OUTPUT, STEP.multipliedBy(3), WORDS);
    this.replies = new Replies(info.id(), "", FailureCode.INVALID_INPUT, end::reason);
    this.peer =
        Peer.over(
                // One that answers in time reads in time: what does not is stuck for good.
                ChildTransport.over(info.id(), child, framing, context.clock(), DRAIN, timeout),
                Dialect.standard())
            .onOtherRequests(
                Order.CONCURRENT,
                (request, _) -> {
                  context.activity().run();
                  return callbacks.call(request.method(), request.params());
                })
            .onOtherNotifications(
                Order.ORDERED,
                it -> {
                  var _ = callbacks.call(it.method(), it.params());
                })
            .clock(context.clock())
            .observer(new PeerNotices(info.key(), context.events()))
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    end.concluded(reason);
                  }
                })
            .start();
  }

  /**
   * Starts the process; throws {@code launch_failed}.
   *
   * @param timeout for every answer, and so for every message to be taken
   */
  static OwnLink open(
      PluginInfo info,
      ProcessSpec program,
      Framing framing,
      Duration timeout,
      Callbacks callbacks,
      InstanceContext context) {
    return context.launch(
        info.id(),
        program,
        child -> new OwnLink(info, child, framing, timeout, callbacks, context));
  }

  /** Calls and waits; throws {@link io.polyplug.host.PluginException}. */
  Json call(String method, @Nullable Json params, Duration limit) {
    try {
      return replies.await(peer.call(method, params, CallOptions.within(limit)));
    } catch (PluginError e) {
      throw new PluginError(e.plugin(), code(e), e.text(), e.data().orElse(null));
    }
  }

  /** The plugin's own code, where it gave one beside the number. */
  private static String code(PluginError error) {
    Json object = error.data().orElse(Json.EMPTY_OBJECT);
    Json data = JsonParts.find(object, "data")[0];
    Json own =
        data == null || data.kind() != Json.Kind.OBJECT ? null : JsonParts.find(data, "code")[0];
    String code = own == null ? null : own.stringValue();
    return code == null ? error.code() : code;
  }

  /** Tells it something, and waits for nothing. */
  void tell(String method, Json params) {
    try {
      peer.notify(method, params);
    } catch (CallException e) {
      throw replies.reason(e);
    }
  }

  long pid() {
    return child.pid();
  }

  /** The last lines of its standard error, escaped. */
  List<String> lastWords() {
    return end.lastWords();
  }

  CompletionStage<Failure> gone() {
    return end.gone();
  }

  String id() {
    return info.id();
  }

  /** Ends one that cannot be used, with its descendants, at once. */
  void drop() {
    end.descend(ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL), peer::close, context.clock());
  }

  /** Asks it to end, closes its input, and ends it if it does not. */
  void shutDown() {
    end.descend(
        ShutdownLadder.killAtOnce(ChildEnd.AFTER_KILL)
            .withAsk(STEP)
            .withCloseInput(STEP)
            .withTerminate(STEP),
        () -> peer.call(OwnProtocol.SHUTDOWN, null).toFuture(),
        peer::close,
        context.clock());
  }
}
