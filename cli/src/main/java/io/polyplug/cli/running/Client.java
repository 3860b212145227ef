package io.polyplug.cli.running;

import io.polyplug.host.LogBook;
import io.polyplug.host.LogFollower;
import io.polyplug.host.Plugin;
import io.polyplug.host.ToolStream;
import io.polyplug.host.bus.SnapshotBus;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.InboundBounds;
import io.polyplug.wire.Json;
import io.polyplug.wire.LaneSpec;
import io.polyplug.wire.Order;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerBuilder;
import io.polyplug.wire.PeerListener;
import io.polyplug.wire.RpcException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The host's end of the conversation with one command. */
final class Client {
  /** What a client may have unread; more fails the stream that brings it. */
  static final LaneSpec DATA =
      LaneSpec.of("data", 1)
          .bounded(10_000, SocketStreams.LONGEST_LINE + (1 << 20), LaneSpec.OnFull.FAIL);

  static final LaneSpec REPLIES = LaneSpec.of("replies", 0);

  private static final InboundBounds INBOUND =
      new InboundBounds(1_000, 8L << 20, InboundBounds.OnFull.PAUSE_READING, 256);

  /** How long a change of state is waited for before the answer says how far it came. */
  private static final Duration LONGEST_CHANGE = Duration.ofSeconds(30);

  private static final int MOST_LINES_AT_ONCE = 500;
  private static final long MOST_BYTES_AT_ONCE = 8L << 20;

  private final RunningHost.Served served;
  private final Consumer<Client> gone;
  private final OpenStreams streams = new OpenStreams();
  private final Following<LogFollower> log = new Following<>();
  private final Following<BusFollower> bus = new Following<>();
  private volatile @Nullable Peer peer;

  Client(RunningHost.Served served, Consumer<Client> gone) {
    this.served = served;
    this.gone = gone;
  }

  private interface Answer {
    Json to(Fields params) throws Exception;
  }

  void start(SocketChannel channel) {
    PeerBuilder builder =
        Peer.over(SocketStreams.transport("polyplug-client", channel), Dialect.standard())
            .lanes(List.of(REPLIES, DATA), REPLIES, REPLIES)
            .inboundBounds(INBOUND)
            .listener(
                new PeerListener() {
                  @Override
                  public void ended(EndReason reason) {
                    streams.close();
                    log.close();
                    bus.close();
                    gone.accept(Client.this);
                  }
                });
    on(builder, "hello", _ -> hello());
    on(builder, "list", _ -> Messages.json(served.view().list(false)));
    on(builder, "plugin", it -> Messages.json(served.view().plugin(it.text("plugin"))));
    on(
        builder,
        "tools",
        it -> Messages.json(served.view().tools(it.text("plugin"), Messages.query(it))));
    on(builder, "kind", this::kind);
    on(
        builder,
        "call",
        it ->
            Messages.json(
                served.view().call(it.text("plugin"), it.text("tool"), Messages.call(it))));
    onStreams(builder);
    on(builder, "logs", this::logs);
    on(builder, "logs/next", _ -> moreLogs());
    onBus(builder);
    on(builder, "reload", it -> changed(it, Plugin::reload));
    on(builder, "enable", this::enable);
    on(builder, "disable", this::disable);
    on(
        builder,
        "refresh",
        _ -> {
          served.view().host().refresh();
          return Json.EMPTY_OBJECT;
        });
    on(
        builder,
        "stop",
        _ -> {
          served.stop().run();
          return Json.EMPTY_OBJECT;
        });
    peer = builder.start();
  }

  private void onStreams(PeerBuilder builder) {
    builder.onRequest(
        "stream",
        Order.CONCURRENT,
        (request, exchange) ->
            answer(
                request.paramsOrEmpty(),
                it -> {
                  ToolStream stream =
                      served.view().stream(it.text("plugin"), it.text("tool"), Messages.call(it));
                  streams.add(it.text("stream"), it.text("plugin"), stream, exchange.peer());
                  return Json.EMPTY_OBJECT;
                }));
    builder.onRequest(
        "channel",
        Order.CONCURRENT,
        (request, exchange) ->
            answer(
                request.paramsOrEmpty(),
                it -> {
                  ToolStream channel =
                      served.view().open(it.text("plugin"), it.text("tool"), Messages.call(it));
                  streams.add(it.text("stream"), it.text("plugin"), channel, exchange.peer());
                  return Json.EMPTY_OBJECT;
                }));
    on(
        builder,
        "channel/send",
        it -> {
          boolean sent =
              streams
                  .channel(it.text("stream"))
                  .map(channel -> channel.send(it.json("message")))
                  .orElse(false);
          return Json.object(out -> out.writeBooleanProperty("sent", sent));
        });
    on(
        builder,
        "channel/closeInput",
        it -> {
          streams.channel(it.text("stream")).ifPresent(channel -> channel.closeInput());
          return Json.EMPTY_OBJECT;
        });
    builder.onNotification(
        "stream/close",
        Order.CONCURRENT,
        it -> streams.close(Fields.of(it.paramsOrEmpty()).text("stream")));
  }

  private void onBus(PeerBuilder builder) {
    SnapshotBus carrier = served.view().host().bus();
    on(builder, "bus/list", _ -> BusMessages.topics(carrier.retained()));
    on(builder, "bus/get", it -> BusMessages.latest(carrier.latest(it.text("topic"))));
    on(
        builder,
        "bus/follow",
        it -> {
          bus.begin(new BusFollower(carrier, it.optionalText("topic")));
          return Json.EMPTY_OBJECT;
        });
    on(
        builder,
        "bus/next",
        _ -> BusMessages.batch(followed(bus, "bus").next(MOST_BYTES_AT_ONCE, LONGEST_CHANGE)));
  }

  private static <T extends AutoCloseable> T followed(Following<T> following, String what) {
    return following
        .now()
        .orElseThrow(() -> new RunningProblem(what, "No " + what + " is followed here"));
  }

  private static void on(PeerBuilder builder, String method, Answer answer) {
    builder.onRequest(
        method, Order.CONCURRENT, (request, _) -> answer(request.paramsOrEmpty(), answer));
  }

  private static Json answer(Json params, Answer answer) throws InterruptedException {
    try {
      return answer.to(Fields.of(params));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new RpcException(Refused.of(e));
    }
  }

  private Json hello() {
    return Json.object(
        out -> {
          out.writeStringProperty("version", served.version());
          out.writeNumberProperty("pid", ProcessHandle.current().pid());
          out.writeStringProperty("since", served.since().toString());
          Messages.texts(out, "files", served.files().stream().map(Object::toString).toList());
          Messages.texts(out, "folders", served.folders().stream().map(Object::toString).toList());
        });
  }

  private Json kind(Fields params) {
    return Json.object(
        out ->
            served
                .view()
                .kindOf(params.text("plugin"), params.text("tool"), Messages.query(params))
                .ifPresent(kind -> out.writeStringProperty("kind", Messages.word(kind))));
  }

  private Json logs(Fields params) {
    String key = served.view().host().plugin(params.text("plugin")).info().key();
    int most = (int) params.optionalNumber("lines").orElse(LogBook.MOST_LINES);
    if (!params.flag("follow")) {
      return LogLines.json(new LogFollower.Batch(0, served.logs().last(key, most)));
    }
    log.begin(served.logs().follow(key, most));
    return LogLines.json(new LogFollower.Batch(0, List.of()));
  }

  private Json moreLogs() throws InterruptedException {
    return LogLines.json(followed(log, "log").next(MOST_LINES_AT_ONCE, LONGEST_CHANGE));
  }

  private Json changed(Fields params, Consumer<Plugin> change) {
    Plugin plugin = served.view().host().plugin(params.text("plugin"));
    change.accept(plugin);
    plugin.awaitSettled(LONGEST_CHANGE);
    return Messages.json(served.view().plugin(params.text("plugin")));
  }

  private Json enable(Fields params) {
    Plugin plugin = served.view().host().plugin(params.text("plugin"));
    try {
      served.disabled().enable(plugin.info());
    } catch (IOException e) {
      throw unwritten(e);
    }
    plugin.enable();
    // A file may disable it too: looking at everything again tells.
    served.view().host().refresh();
    return changed(params, _ -> {});
  }

  private Json disable(Fields params) {
    Plugin plugin = served.view().host().plugin(params.text("plugin"));
    try {
      served.disabled().disable(plugin.info(), plugin.info().key());
    } catch (IOException e) {
      throw unwritten(e);
    }
    return changed(params, Plugin::disable);
  }

  private static RunningProblem unwritten(IOException e) {
    return new RunningProblem("state_folder", "What is disabled cannot be written: " + e);
  }

  void close() {
    Peer over = peer;
    if (over != null) {
      over.close();
    }
  }
}
