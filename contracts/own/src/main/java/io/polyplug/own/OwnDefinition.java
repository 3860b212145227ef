package io.polyplug.own;

import io.polyplug.host.BoundProgram;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Session;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.ProcessBinding;
import io.polyplug.own.protocol.InterfaceProxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A plugin that implements the interface of a contract.
 *
 * @param timeout for every answer
 */
record OwnDefinition(
    InterfaceContract contract, PluginInfo info, BoundProgram program, Duration timeout)
    implements PluginDefinition {
  static OwnDefinition bound(InterfaceContract contract, ConfigTable table) {
    String id = table.requiredText("id");
    return new OwnDefinition(
        contract,
        new PluginInfo(contract.id(), id, id, "", "", table.file(), ""),
        new BoundProgram(id, ProcessBinding.read(table), table.folder()),
        table.duration("timeout").orElse(contract.timeout()));
  }

  @Override
  public SupervisionPolicy supervision() {
    return contract.supervision();
  }

  @Override
  public List<String> commandLine() {
    return program.commandLine();
  }

  @Override
  public Optional<List<ToolInfo>> declaredTools() {
    return Optional.of(contract.table().tools());
  }

  @Override
  public Session start(InstanceContext context) {
    return new OwnStart(this, context).run();
  }

  @Override
  public List<String> diagnose() {
    return program.diagnose();
  }

  @Override
  public <T> Optional<T> client(Class<T> type, Plugin plugin) {
    return type == contract.methods().type()
        ? Optional.of(
            InterfaceProxy.of(
                type,
                contract.methods(),
                info.qualifiedId(),
                new OwnClient(plugin, contract.table())::call))
        : Optional.empty();
  }
}
