package io.polyplug.cli.dev;

import io.polyplug.host.Failure;
import io.polyplug.host.Health;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.PluginState;
import io.polyplug.host.Session;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.ToolInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A plugin whose files somebody is changing: each version of them is another plugin to the host, is
 * started at once, and lets the calls of the version before it come to their end. All else is as
 * its contract wants it.
 *
 * @param version which reading of the files this is
 * @param debugging how a debugger is waited for, if one is
 */
public record DevDefinition(PluginDefinition real, long version, Optional<Debugging> debugging)
    implements PluginDefinition {
  @Override
  public PluginInfo info() {
    return real.info();
  }

  @Override
  public SupervisionPolicy supervision() {
    SupervisionPolicy own = real.supervision();
    return new SupervisionPolicy(
        own.instances(),
        SupervisionPolicy.Start.EAGER,
        own.afterDown(),
        own.onReload(),
        own.backoff(),
        // What stands still in a debugger does nothing, and is not idle.
        debugging.isPresent() ? Duration.ZERO : own.idleAfter(),
        own.maxCalls(),
        SupervisionPolicy.OnRemoval.FINISH_CALLS);
  }

  @Override
  public List<String> commandLine() {
    return real.commandLine();
  }

  @Override
  public Optional<List<ToolInfo>> declaredTools() {
    return real.declaredTools();
  }

  @Override
  public Session start(InstanceContext context) {
    return real.start(debugging.map(it -> it.lent(info().id(), context)).orElse(context));
  }

  @Override
  public List<String> diagnose() {
    return real.diagnose();
  }

  @Override
  public boolean trusted() {
    return real.trusted();
  }

  @Override
  public Optional<Health> glance(InstanceContext context) {
    return real.glance(context);
  }

  @Override
  public String tag() {
    return real.tag();
  }

  @Override
  public boolean sameAs(PluginDefinition other) {
    return other instanceof DevDefinition it && it.version == version && real.sameAs(it.real);
  }

  @Override
  public Health health(PluginState state, Optional<Failure> last) {
    return real.health(state, last);
  }

  @Override
  public <T> Optional<T> client(Class<T> type, Plugin plugin) {
    return real.client(type, plugin);
  }
}
