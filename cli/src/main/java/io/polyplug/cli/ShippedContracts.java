package io.polyplug.cli;

import io.polyplug.ainb.AinbContract;
import io.polyplug.bab.BabContract;
import io.polyplug.bento.BentoContract;
import io.polyplug.bowire.BowireContract;
import io.polyplug.host.Contract;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.PluginHost;
import io.polyplug.mcp.McpContract;
import io.polyplug.rune.RuneContract;
import java.util.List;

/**
 * The contracts of this program by name. A {@link java.util.ServiceLoader} would open every library
 * on the class path to look for more, which takes as long as all else that a short command does.
 */
final class ShippedContracts {
  private ShippedContracts() {}

  /** Exactly those that a search would find, each new. */
  static List<Contract> all() {
    return List.of(
        new AinbContract(),
        new BabContract(),
        new BentoContract(),
        new BowireContract(),
        new McpContract(),
        new RuneContract());
  }

  /** A host that knows them and nothing else yet. */
  static HostBuilder builder() {
    HostBuilder builder = PluginHost.builder();
    all().forEach(builder::contract);
    return builder;
  }
}
