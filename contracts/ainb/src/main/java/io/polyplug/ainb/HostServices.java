package io.polyplug.ainb;

import io.polyplug.ainb.files.FileService;
import io.polyplug.ainb.net.NetworkService;
import io.polyplug.host.InstanceContext;
import io.polyplug.wire.Json;
import org.jspecify.annotations.Nullable;

/** The services of this host for one running plugin, each behind its gate. */
final class HostServices implements Services {
  private final Capabilities capabilities;
  private final InstanceContext context;
  private final FileService files;
  private final ActionService actions;
  private @Nullable NetworkService network;

  HostServices(
      PluginFolder plugin, Capabilities capabilities, AinbHost host, InstanceContext context) {
    this.capabilities = capabilities;
    this.context = context;
    this.files = new FileService(capabilities, host.homes(), context.clock());
    this.actions =
        new ActionService(
            host.actions(),
            new ActionContext(
                plugin.manifest().name(),
                plugin.folder(),
                capabilities,
                host.homes(),
                context.clock(),
                context.spawner()),
            new NeighbourActions(context.plugins()));
  }

  @Override
  public Json readDir(Json params) throws InterruptedException {
    return files.readDir(params);
  }

  @Override
  public Json readFile(Json params) throws InterruptedException {
    return files.readFile(params);
  }

  @Override
  public Json fetch(Json params) throws InterruptedException {
    return network().fetch(params);
  }

  /** Made when it is first needed: few plugins fetch, and TLS takes its time to load. */
  private synchronized NetworkService network() {
    NetworkService there = network;
    if (there == null) {
      there = new NetworkService(capabilities, context.clock());
      network = there;
    }
    return there;
  }

  @Override
  public Json invokeAction(Json params) throws InterruptedException {
    return actions.invoke(params);
  }
}
