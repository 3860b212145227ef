package io.polyplug.mcp;

import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginFailure;
import io.polyplug.mcp.protocol.McpVersions;
import java.time.Duration;
import java.util.function.Supplier;

/** Opens a link to a server, finds out what the server speaks, and makes a session of it. */
final class ServerOpening {
  private final McpPlugin plugin;
  private final InstanceContext context;
  private final ServerInbox inbox;
  private final EraMemory memory;
  private final Supplier<McpLink> links;

  ServerOpening(
      McpPlugin plugin,
      InstanceContext context,
      ServerInbox inbox,
      EraMemory memory,
      Supplier<McpLink> links) {
    this.plugin = plugin;
    this.context = context;
    this.inbox = inbox;
    this.memory = memory;
    this.links = links;
  }

  /** A session that can be called; throws {@link PluginFailure} and leaves nothing running. */
  McpSession open() {
    McpLink link = links.get();
    try {
      if (memory.isLegacy()) {
        return remembered(link);
      }
      return switch (handshake(link).discover(probe())) {
        case Handshake.Era.Modern(McpServerInfo server) -> session(link, server);
        case Handshake.Era.Legacy(String version) -> initialized(link, version);
      };
    } catch (PluginFailure failure) {
      boolean exited = link.pid().isPresent() && link.peer().endReason() != null;
      boolean onProbe = exited && failure.failure().code() == FailureCode.CRASHED;
      link.drop();
      if (!onProbe) {
        throw failure;
      }
    } catch (RuntimeException | Error failure) {
      link.drop();
      throw failure;
    }
    // It could not stand the question, or it cannot run at all: the next start tells.
    McpLink again = links.get();
    try {
      return initialized(again, McpVersions.LEGACY);
    } catch (RuntimeException | Error failure) {
      again.drop();
      throw failure;
    }
  }

  /** As it was the last time, unless it says that it is another now. */
  private McpSession remembered(McpLink link) {
    try {
      return initialized(link, McpVersions.LEGACY);
    } catch (PluginFailure failure) {
      memory.forget();
      if (link.peer().endReason() == null
          && handshake(link).discover(probe()) instanceof Handshake.Era.Modern(var server)) {
        return session(link, server);
      }
      throw failure;
    }
  }

  private McpSession initialized(McpLink link, String version) {
    McpServerInfo server = handshake(link).initialize(version, plugin.times().start());
    memory.legacy();
    return session(link, server);
  }

  /** A service answers what it does not know; only a program may stay silent. */
  private Duration probe() {
    return plugin.wire() instanceof McpWire.Http ? plugin.times().start() : plugin.times().probe();
  }

  private Handshake handshake(McpLink link) {
    return new Handshake(plugin.id(), link, inbox.features().capabilities());
  }

  private McpSession session(McpLink link, McpServerInfo server) {
    if (server.modern()) {
      inbox.modern();
    }
    McpSession session = new McpSession(plugin, context, link, inbox, server);
    session.begin();
    return session;
  }
}
