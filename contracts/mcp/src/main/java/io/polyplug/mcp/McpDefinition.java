package io.polyplug.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Session;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Backoff;
import io.polyplug.host.SupervisionPolicy.Instances;
import io.polyplug.host.SupervisionPolicy.OnReload;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.ToolInfo;
import io.polyplug.process.LaunchDiagnosis;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.wire.HttpEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A server as the host sees it: one instance for all calls, started by the first of them. */
final class McpDefinition implements PluginDefinition {
  private static final int MAX_CALLS = 10_000;

  private final McpPlugin plugin;
  private final McpHooks hooks;
  private final EraMemory.LastSeen seen = new EraMemory.LastSeen();

  McpDefinition(McpPlugin plugin, McpHooks hooks) {
    this.plugin = plugin;
    this.hooks = hooks;
  }

  @Override
  public PluginInfo info() {
    return plugin.info();
  }

  @Override
  public SupervisionPolicy supervision() {
    return new SupervisionPolicy(
        Instances.SHARED,
        Start.LAZY,
        AfterDown.RESTART_ON_CALL,
        OnReload.RESTART,
        Backoff.DEFAULT,
        Duration.ZERO,
        MAX_CALLS);
  }

  @Override
  public List<String> commandLine() {
    return switch (plugin.wire()) {
      case McpWire.Stdio wire -> {
        List<String> line = new ArrayList<>();
        line.add(wire.command());
        line.addAll(wire.arguments());
        yield line;
      }
      // Its query may hold a secret.
      case McpWire.Http wire -> List.of(HttpLink.shown(wire));
    };
  }

  @Override
  public Optional<List<ToolInfo>> declaredTools() {
    return Optional.empty();
  }

  @Override
  public Session start(InstanceContext context) {
    McpNotices notices = new McpNotices(plugin.info().key(), context.events());
    ServerInbox inbox =
        new ServerInbox(
            new ClientFeatures(plugin.id(), hooks, plugin.roots(), notices),
            new ProgressDesk(),
            new ServerChanges(),
            new ListenStreams(),
            notices,
            context.activity());
    return switch (plugin.wire()) {
      case McpWire.Stdio wire -> {
        McpProgram program = new McpProgram(plugin, wire);
        ProcessSpec spec = program.specification(context.events());
        yield opening(
            context,
            inbox,
            program.marks(spec),
            () -> StdioLink.open(plugin.id(), spec, plugin.times(), context, inbox));
      }
      case McpWire.Http wire ->
          opening(
              context,
              inbox,
              List.of(wire.url()),
              () -> HttpLink.open(plugin, wire, context, inbox));
    };
  }

  private Session opening(
      InstanceContext context, ServerInbox inbox, List<String> marks, Supplier<McpLink> links) {
    EraMemory memory = new EraMemory(context.store(), seen, marks);
    return new ServerOpening(plugin, context, inbox, memory, links).open();
  }

  /** Looks whether it could be started or spoken to, as far as that can be told beforehand. */
  @Override
  public List<String> diagnose() {
    try {
      return switch (plugin.wire()) {
        case McpWire.Stdio wire -> diagnose(new McpProgram(plugin, wire));
        case McpWire.Http wire -> {
          HttpEndpoint _ = HttpLink.endpoint(plugin, wire);
          yield List.of();
        }
      };
    } catch (PluginFailure e) {
      return List.of(UntrustedText.escape(e.failure().message()));
    } catch (LaunchFailure | IllegalArgumentException e) {
      return List.of(UntrustedText.escape(String.valueOf(e.getMessage())));
    }
  }

  private static List<String> diagnose(McpProgram program) throws LaunchFailure {
    ProcessSpec spec =
        ProcessSpec.of(program.program())
            .arguments(program.arguments())
            .folder(program.folder())
            .environment(program.environment())
            .build();
    return LaunchDiagnosis.examine(spec).map(LaunchFailure::getMessage).stream()
        .map(UntrustedText::escape)
        .toList();
  }

  @Override
  public boolean sameAs(PluginDefinition other) {
    return other instanceof McpDefinition it && it.plugin.equals(plugin);
  }

  @Override
  public <T> Optional<T> client(Class<T> type, Plugin of) {
    return type == McpServerClient.class
        ? Optional.of(type.cast(new McpServerClient(of)))
        : Optional.empty();
  }
}
