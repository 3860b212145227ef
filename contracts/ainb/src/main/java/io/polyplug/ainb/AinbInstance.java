package io.polyplug.ainb;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Greeting;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginInfo;
import io.polyplug.wire.Json;
import io.polyplug.wire.LaneSpec;
import io.polyplug.wire.Response;
import java.io.IOException;
import java.util.Optional;

/** Puts one running plugin together: its process, its place on the bus, what it may ask for. */
final class AinbInstance {
  private final PluginFolder plugin;
  private final AinbOptions options;
  private final PluginInfo info;
  private final AinbHost host;
  private final InstanceContext context;
  private final Capabilities capabilities;
  private final OpenScreens screens = new OpenScreens();

  AinbInstance(
      PluginFolder plugin,
      AinbOptions options,
      PluginInfo info,
      AinbHost host,
      InstanceContext context) {
    this.plugin = plugin;
    this.options = options;
    this.info = info;
    this.host = host;
    this.context = context;
    // What the manifest asks for and the user allows; what the plugin says of itself is nothing.
    Capabilities asked = plugin.manifest().capabilities();
    this.capabilities = asked.only(context.grants().inForce(info.id(), asked.granted()));
  }

  /** A plugin that answers calls; throws {@link io.polyplug.host.PluginFailure}. */
  AinbSession start() {
    Optional<Json> config = config();
    PeerNotices notices = new Watch();
    plugin.warnings().forEach(notices::warn);
    BusSeat seat =
        new BusSeat(
            plugin.manifest(),
            capabilities,
            info.key(),
            context.bus(),
            host.events(),
            notices,
            new Wishes());
    ReverseCalls reverse =
        new ReverseCalls(
            seat,
            new AnsweredServices(
                info.id(), host.answers(), new HostServices(plugin, capabilities, host, context)),
            options.logLevel(),
            notices,
            context.activity());
    AinbLink link;
    try {
      link = AinbLink.open(plugin, options, context, info.key(), notices, seat, reverse);
    } catch (RuntimeException | Error failure) {
      seat.close();
      throw failure;
    }
    Greeting greeting = new AinbStart(plugin, options, link).run(capabilities, config, host.kind());
    return new AinbSession(plugin, options, host, context, link, greeting, seat, screens, reverse);
  }

  /** Its settings, with secrets found now. */
  private Optional<Json> config() {
    try {
      return options.config().isEmpty()
          ? Optional.empty()
          : Optional.of(options.config().get().resolve(System.getenv()));
    } catch (IOException missing) {
      throw new PluginFailure(
          new Failure(
              FailureCode.INVALID_CONFIGURATION, info.id(), String.valueOf(missing.getMessage())),
          missing);
    }
  }

  /** Keys that are dropped are counted in the log; any reply shows that a plugin is not wedged. */
  private final class Watch extends PeerNotices {
    Watch() {
      super(info.key(), context.events());
    }

    @Override
    public void unknownReply(Response reply) {
      super.unknownReply(reply);
      screens.answered();
    }

    @Override
    public void dropped(LaneSpec lane, int frames) {
      warn(
          frames
              + " waiting messages were dropped from the lane "
              + lane.name()
              + ": the plugin does not take them");
    }
  }

  private final class Wishes implements BusSeat.Wishes {
    @Override
    public void activity() {
      context.activity().run();
    }

    @Override
    public void eventSent() {
      screens.touch();
    }

    @Override
    public boolean closeRequested(String screen) {
      return screens.requestClose(screen);
    }
  }
}
