package io.polyplug.conformance;

import io.polyplug.host.HostBuilder;
import io.polyplug.host.PluginInfo;
import io.polyplug.process.ProcessSpec;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The plugin under test.
 *
 * @param info who it is, by its manifest or its own word
 * @param folder where it lives, if it is more than a command
 * @param program exactly what a host of its contract would start; empty if it is not started by its
 *     host
 * @param hosts makes builders for real hosts that have this plugin, and no other
 * @param problem why no host can use it at all, which then fails every axis
 */
public record Subject(
    PluginInfo info,
    Optional<Path> folder,
    Optional<ProcessSpec> program,
    Supplier<HostBuilder> hosts,
    Optional<String> problem) {
  /** One that nothing is known against. */
  public Subject(
      PluginInfo info,
      Optional<Path> folder,
      Optional<ProcessSpec> program,
      Supplier<HostBuilder> hosts) {
    this(info, folder, program, hosts, Optional.empty());
  }
}
