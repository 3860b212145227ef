package io.polyplug.bowire;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.Health;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.ManifestedPlugin;
import io.polyplug.host.PicturedPlugin;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.PluginState;
import io.polyplug.host.Session;
import io.polyplug.host.SettablePlugin;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.process.LaunchDiagnosis;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A sidecar as the host sees it: one instance for all, started with the host (7.1). */
record SidecarDefinition(Sidecar sidecar) implements PluginDefinition {
  @Override
  public PluginInfo info() {
    return sidecar.info();
  }

  /**
   * A crash that no call has seen is told to the next one; the one after that starts anew (7.6). A
   * service that was lost is connected to again by the next call (6.3).
   */
  @Override
  public SupervisionPolicy supervision() {
    return SupervisionPolicy.shared(
        Start.EAGER,
        sidecar.manifest().wire() instanceof SidecarManifest.Wire.Http
            ? AfterDown.RESTART_ON_CALL
            : AfterDown.REPORT_THEN_RESTART);
  }

  @Override
  public List<String> commandLine() {
    return sidecar.commandLine();
  }

  @Override
  public Session start(InstanceContext context) {
    return new SidecarStart(sidecar, context).run();
  }

  /** A service has other hosts, whose events a second event stream would take (3.5). */
  @Override
  public Optional<Health> glance(InstanceContext context) {
    return sidecar.manifest().wire() instanceof SidecarManifest.Wire.Http wire
        ? Optional.of(
            new SidecarStart(sidecar, context)
                .problem(wire)
                .map(problem -> health(PluginState.DOWN, Optional.of(problem)))
                .orElse(health(PluginState.RUNNING, Optional.empty())))
        : Optional.empty();
  }

  @Override
  public List<String> diagnose() {
    List<String> problems = new ArrayList<>();
    if (sidecar.manifest().wire() instanceof SidecarManifest.Wire.Stdio wire) {
      try {
        ProcessSpec spec =
            ProcessSpec.of(new SidecarProgram(sidecar, wire).program())
                .folder(sidecar.folder())
                .build();
        LaunchDiagnosis.examine(spec).ifPresent(problem -> problems.add(problem.getMessage()));
      } catch (LaunchFailure e) {
        problems.add(e.getMessage());
      }
    }
    try {
      SidecarOptions.resolve(
          sidecar.options().environment(), "its environment variable", sidecar.id());
      SidecarOptions.resolve(sidecar.options().headers(), "its header", sidecar.id());
    } catch (PluginFailure e) {
      problems.add(e.failure().message());
    }
    return problems;
  }

  @Override
  public String tag() {
    return "sidecar: " + sidecar.manifest().protocolId();
  }

  /** The words of section 3.6. */
  @Override
  public Health health(PluginState state, Optional<Failure> last) {
    String reason = last.map(Failure::message).orElse("");
    return switch (state) {
      case STARTING -> new Health("starting", "");
      case RUNNING -> new Health("healthy", "");
      case DOWN, BACKOFF, QUARANTINED ->
          new Health(
              last.filter(SidecarDefinition::wasHealthy).isPresent() ? "crashed" : "unhealthy",
              reason);
      case IDLE, STOPPING, CLOSED -> new Health("stopped", reason);
    };
  }

  private static boolean wasHealthy(Failure last) {
    return last.code() == FailureCode.CRASHED
        || last.code() == FailureCode.DISCONNECTED
        || last.code() == FailureCode.MALFORMED_RESPONSE;
  }

  private Optional<String> iconSvg(Plugin plugin) {
    return plugin
        .running(SidecarSession.class)
        .flatMap(it -> it.handshake().iconSvg())
        .or(() -> sidecar.manifest().iconSvg());
  }

  @Override
  public <T> Optional<T> client(Class<T> type, Plugin plugin) {
    if (type == PicturedPlugin.class) {
      PicturedPlugin pictured = () -> iconSvg(plugin);
      return Optional.of(type.cast(pictured));
    }
    if (type == SettablePlugin.class) {
      return Optional.of(type.cast(new SidecarSettings(plugin, sidecar)));
    }
    if (type == ManifestedPlugin.class) {
      return sidecar.file().map(SidecarManifestFile::new).map(type::cast);
    }
    return type == BowireSidecar.class
        ? Optional.of(type.cast(new BowireSidecar(plugin, sidecar)))
        : Optional.empty();
  }
}
