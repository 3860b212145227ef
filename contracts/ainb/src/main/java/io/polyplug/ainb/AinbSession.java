package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.CliReply;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.RenderReply;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Greeting;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.Replies;
import io.polyplug.host.Session;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.Json;
import io.polyplug.wire.LaneSpec;
import io.polyplug.wire.RpcException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** One running plugin. Safe from any thread; all calls fail with the reason when it is gone. */
final class AinbSession implements Session {
  private final PluginFolder plugin;
  private final AinbOptions options;
  private final AinbHost host;
  private final InstanceContext context;
  private final AinbLink link;
  private final Greeting greeting;
  private final BusSeat seat;
  private final OpenScreens screens;
  private final ReverseCalls reverse;
  private final Replies replies;
  private final AtomicLong frames = new AtomicLong();
  private volatile boolean stopping;

  AinbSession(
      PluginFolder plugin,
      AinbOptions options,
      AinbHost host,
      InstanceContext context,
      AinbLink link,
      Greeting greeting,
      BusSeat seat,
      OpenScreens screens,
      ReverseCalls reverse) {
    this.plugin = plugin;
    this.options = options;
    this.host = host;
    this.context = context;
    this.link = link;
    this.greeting = greeting;
    this.seat = seat;
    this.screens = screens;
    this.reverse = reverse;
    this.replies = link.replies();
    var _ = link.gone().thenAccept(reason -> screens.lose(reason.thrown()));
  }

  @Override
  public String plugin() {
    return plugin.manifest().name();
  }

  InstanceContext context() {
    return context;
  }

  @Override
  public ToolResult call(String tool, ToolCall call) {
    return new AinbTools(plugin.manifest()).call(this, tool, call);
  }

  @Override
  public ToolChannel open(String tool, ToolCall call) {
    return new AinbTools(plugin.manifest()).open(this, tool, call);
  }

  @Override
  public List<ToolInfo> tools(ToolQuery query) {
    return new AinbTools(plugin.manifest()).all();
  }

  /** Asks for a frame. One that takes too long leaves the plugin running, and wedged (5.2). */
  RenderReply render(int width, int height) {
    try {
      Json result =
          ask(
              AinbProtocol.RENDER,
              RenderReply.request(width, height, frames.incrementAndGet()),
              CallOptions.within(options.times().render()).from(Dialect.DeadlineStart.WRITTEN));
      return decode(AinbProtocol.RENDER, result, RenderReply::read);
    } catch (PluginFailure failure) {
      if (failure.failure().code() != FailureCode.TIMEOUT) {
        throw failure;
      }
      String sentence = "render exceeded " + options.times().render().toMillis() + " ms";
      screens.wedged(sentence);
      throw new PluginFailure(new Failure(FailureCode.TIMEOUT, plugin(), sentence), failure);
    }
  }

  /** Runs a command of the plugin's; waits as long as the caller does. */
  CliReply cli(String namespace, List<String> argv, Optional<Duration> timeout) {
    Json result =
        ask(
            AinbProtocol.CLI_DISPATCH,
            CliReply.request(namespace, argv),
            timeout.map(CallOptions::within).orElse(CallOptions.NONE));
    return decode(AinbProtocol.CLI_DISPATCH, result, CliReply::read);
  }

  /** Forwards an action of another plugin's, with its params as they are (5.4). */
  Json invokeAction(Json params) {
    return ask(AinbProtocol.ACTION_INVOKE, params, CallOptions.NONE);
  }

  /** Tells it of an entry of its palette that was chosen (5.6). */
  void handleAction(String action, Json payload) {
    tell(
        AinbProtocol.HANDLE_ACTION,
        Json.object(
            out -> {
              out.writeStringProperty("action_id", action);
              out.writeName("payload");
              payload.writeTo(out);
            }),
        AinbLanes.REST);
  }

  /** Forwards a key; it overtakes everything but replies. */
  void key(String screen, KeyEvent key) {
    input(AinbProtocol.HANDLE_KEY, screen, "key", key.toJson(), host.keys(), AinbLanes.KEYS);
  }

  /** Forwards the mouse. */
  void mouse(String screen, MouseEvent mouse) {
    input(AinbProtocol.HANDLE_MOUSE, screen, "mouse", mouse.toJson(), host.mice(), AinbLanes.MOUSE);
  }

  private void input(
      String method, String screen, String what, Json value, AtomicLong counter, LaneSpec lane) {
    refuseIfStopping();
    long generation = counter.getAndIncrement();
    tell(
        method,
        Json.object(
            out -> {
              out.writeStringProperty("screen_id", screen);
              out.writeName(what);
              value.writeTo(out);
              out.writeNumberProperty("generation", generation);
            }),
        lane);
  }

  private void tell(String method, Json params, LaneSpec lane) {
    context.activity().run();
    try {
      link.peer().notify(method, params, lane);
    } catch (CallException e) {
      refuseIfStopping();
      throw replies.reason(e);
    }
  }

  private Json ask(String method, Json params, CallOptions how) {
    context.activity().run();
    try {
      Json result = replies.await(link.peer().call(method, params, how));
      screens.answered();
      return result;
    } catch (PluginError answer) {
      screens.answered();
      throw answer;
    } catch (PluginFailure failure) {
      refuseIfStopping();
      throw failure;
    }
  }

  /** What waited for its turn was discarded with its lane, and nothing new is let into it. */
  private void refuseIfStopping() {
    if (stopping) {
      throw new Failure(FailureCode.UNAVAILABLE, plugin(), "it is being stopped").thrown();
    }
  }

  private <T> T decode(String method, Json result, Function<Json, T> reader) {
    try {
      return reader.apply(result);
    } catch (RpcException wrong) {
      throw new PluginFailure(
          new Failure(
              FailureCode.MALFORMED_RESPONSE,
              plugin(),
              "its reply to " + method + " cannot be read: " + wrong.error().message()),
          wrong);
    }
  }

  OpenScreens screens() {
    return screens;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(link.pid());
  }

  @Override
  public Optional<String> complaint() {
    return screens.complaint();
  }

  @Override
  public Optional<Greeting> greeting() {
    return Optional.of(greeting);
  }

  @Override
  public CompletionStage<Failure> ended() {
    return link.gone();
  }

  @Override
  public boolean mayBeReaped() {
    return !seat.isLive() && screens.isEmpty() && !reverse.isAnswering();
  }

  @Override
  public void close() {
    stopping = true;
    link.shutDown();
  }
}
