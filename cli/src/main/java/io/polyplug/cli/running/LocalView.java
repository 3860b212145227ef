package io.polyplug.cli.running;

import io.polyplug.host.Discovered;
import io.polyplug.host.Health;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.PluginStatus;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A host of this process.
 *
 * @param lasting whether the host stays, and so knows how its plugins are
 * @param sources where installed plugins came from
 */
public record LocalView(
    PluginHost host, boolean lasting, Function<PluginInfo, Optional<SourceNote>> sources)
    implements HostView {
  /** How long a plugin may take to say how it is. */
  private static final Duration LONGEST_CHECK = Duration.ofSeconds(10);

  @Override
  public Listing list(boolean checked) {
    Map<Plugin, Health> seen = checked && !lasting ? check(host.plugins()) : Map.of();
    return new Listing(
        host.plugins().stream()
            .map(plugin -> row(plugin, Optional.ofNullable(seen.get(plugin))))
            .toList(),
        host.invalid().stream().map(LocalView::unusable).toList());
  }

  /** Starts them all at once and waits for the slowest. */
  private static Map<Plugin, Health> check(List<Plugin> plugins) {
    Map<Plugin, Health> seen = new ConcurrentHashMap<>();
    List<Thread> checks =
        plugins.stream()
            .filter(plugin -> plugin.trusted() && plugin.status().enabled())
            .map(
                plugin ->
                    Thread.ofVirtual().start(() -> seen.put(plugin, plugin.check(LONGEST_CHECK))))
            .toList();
    try {
      for (Thread check : checks) {
        check.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return seen;
  }

  @Override
  public Listing.Row plugin(String name) {
    return row(host.plugin(name), Optional.empty());
  }

  Listing.Row row(Plugin plugin, Optional<Health> checked) {
    PluginInfo info = plugin.info();
    PluginStatus status = plugin.status();
    Health health =
        !plugin.trusted()
            ? new Health("not_trusted", "")
            : !status.enabled()
                ? new Health(Health.DISABLED, "")
                : lasting ? status.health() : checked.orElse(new Health(Health.READY, ""));
    return new Listing.Row(
        info.id(),
        host.nameOf(plugin),
        info.contract(),
        info.name(),
        info.version(),
        info.description(),
        info.origin().toString(),
        info.key(),
        plugin.tag(),
        health.word(),
        health.reason(),
        lasting,
        lasting ? status.pid() : OptionalLong.empty(),
        lasting ? status.runningSince() : Optional.empty(),
        status.restarts(),
        sources.apply(info));
  }

  private static Listing.Unusable unusable(Discovered.Invalid invalid) {
    return new Listing.Unusable(
        String.valueOf(invalid.folder().getFileName()),
        invalid.contract(),
        invalid.reason(),
        invalid.folder().toString());
  }

  @Override
  public List<ToolInfo> tools(String plugin, ToolQuery query) {
    return host.plugin(plugin).tools(query);
  }

  @Override
  public Optional<ToolKind> kindOf(String plugin, String tool, ToolQuery query) {
    try {
      return host.plugin(plugin).kindOf(tool, query);
    } catch (PluginException e) {
      // The call itself will say what is wrong.
      return Optional.empty();
    }
  }

  @Override
  public ToolResult call(String plugin, String tool, ToolCall call) {
    return host.plugin(plugin).tool(tool).call(call);
  }

  @Override
  public ToolStream stream(String plugin, String tool, ToolCall call) {
    return host.plugin(plugin).tool(tool).stream(call);
  }

  @Override
  public ToolChannel open(String plugin, String tool, ToolCall call) {
    return host.plugin(plugin).tool(tool).open(call);
  }

  @Override
  public void close() {
    host.close();
  }
}
