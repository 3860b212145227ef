package io.polyplug.ainb;

import io.polyplug.ainb.protocol.CliReply;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.RenderReply;
import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.host.Held;
import io.polyplug.host.Plugin;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A plugin in the contract's own types: get it by {@code plugin.as(AinbPlugin.class)}. Requests
 * start the plugin if it does not run; keys and the mouse never do. Throws {@link
 * io.polyplug.host.PluginException}. Safe from any thread.
 */
public final class AinbPlugin {
  private final Plugin plugin;
  private final Manifest manifest;

  AinbPlugin(Plugin plugin, Manifest manifest) {
    this.plugin = plugin;
    this.manifest = manifest;
  }

  /** What it says of itself on disk. */
  public Manifest manifest() {
    return manifest;
  }

  /** Asks for one frame of this size. */
  public RenderReply render(int width, int height) {
    return with(session -> session.render(width, height));
  }

  /** Looks at a screen: frames come as they change, keys go; close it when done. */
  public ToolChannel open(String screen, int width, int height) {
    Json size =
        Json.object(
            out -> {
              out.writeNumberProperty("width", width);
              out.writeNumberProperty("height", height);
            });
    return plugin.tool(AinbToolNames.SCREEN + screen).open(ToolCall.of(size));
  }

  /** Forwards a key; false if the plugin does not run, and nothing is kept for later (5.2). */
  public boolean key(String screen, KeyEvent key) {
    Optional<AinbSession> running = plugin.running(AinbSession.class);
    running.ifPresent(session -> session.key(screen, key));
    return running.isPresent();
  }

  /** Forwards the mouse; false if the plugin does not run. */
  public boolean mouse(String screen, MouseEvent mouse) {
    Optional<AinbSession> running = plugin.running(AinbSession.class);
    running.ifPresent(session -> session.mouse(screen, mouse));
    return running.isPresent();
  }

  /**
   * Runs a command of one of its namespaces.
   *
   * @param timeout for everything: a start, a turn, and the command
   */
  public CliReply cli(String namespace, List<String> argv, Optional<Duration> timeout) {
    // The machine's clock: the host's is known from an instance, and there may be none yet.
    Deadline deadline =
        timeout.map(limit -> Deadline.in(limit, Clock.system())).orElse(Deadline.NEVER);
    return with(
        timeout, session -> session.cli(namespace, argv, timeout.map(_ -> deadline.left())));
  }

  /** Tells it that an entry of its palette was chosen. */
  public void command(String entry, Json payload) {
    with(
        session -> {
          session.handleAction(entry, payload);
          return true;
        });
  }

  /** Forwards an action to it, as the host does for another plugin. */
  public Json invokeAction(Json params) {
    return with(session -> session.invokeAction(params));
  }

  /**
   * What another plugin would get for these params of {@code host/action/invoke}: the same, or an
   * {@link io.polyplug.wire.RpcException}, with {@code timeout_ms} kept from now on (5.4). When the
   * time is over the plugin goes on, and so does its start.
   */
  public byte[] answerNeighbour(Json params) throws InterruptedException {
    Fields fields = Fields.of(params);
    return ActionTime.run(
        Clock.system(),
        fields.text("action"),
        fields.unsigned("timeout_ms", 0),
        () -> ActionService.routed(it -> NeighbourActions.forward(this, it), params));
  }

  private <T> T with(Function<AinbSession, T> body) {
    return with(Optional.empty(), body);
  }

  private <T> T with(Optional<Duration> timeout, Function<AinbSession, T> body) {
    try (Held<AinbSession> held = plugin.hold(AinbSession.class, false, timeout)) {
      return body.apply(held.session());
    }
  }
}
