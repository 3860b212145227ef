package io.polyplug.bento;

import io.polyplug.host.BoundProgram;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Session;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.SupervisionPolicy.AfterDown;
import io.polyplug.host.SupervisionPolicy.Start;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.ProcessBinding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;

/**
 * A language adapter as the host sees it: one process, and none after it once it is dead (2.9).
 *
 * @param process how it is started; its environment comes on top of the host's (2.1)
 * @param commandBase what a relative command with a separator is relative to
 * @param queries the lock of all plugins of the contract
 */
record BentoDefinition(
    PluginInfo info, ProcessBinding process, Path commandBase, AdapterLimits limits, Lock queries)
    implements PluginDefinition {
  static BentoDefinition installed(String id, Path program, Lock queries) {
    Path here = Path.of("").toAbsolutePath();
    return new BentoDefinition(
        new PluginInfo(BentoContract.ID, id, id, "", "", program, id),
        new ProcessBinding(program.toString(), List.of(), here, Map.of()),
        here,
        AdapterLimits.DEFAULT,
        queries);
  }

  static BentoDefinition bound(ConfigTable table, Lock queries) {
    String id = table.requiredText("id");
    AdapterLimits usual = AdapterLimits.DEFAULT;
    return new BentoDefinition(
        new PluginInfo(BentoContract.ID, id, id, "", "", table.file(), ""),
        ProcessBinding.read(table),
        table.folder(),
        new AdapterLimits(
            table.duration("query_timeout").orElse(usual.query()),
            table.duration("install_timeout").orElse(usual.install()),
            table.duration("shutdown_timeout").orElse(usual.shutdown()),
            usual.terminate()),
        queries);
  }

  @Override
  public SupervisionPolicy supervision() {
    return SupervisionPolicy.shared(Start.LAZY, AfterDown.STAY_DOWN);
  }

  BoundProgram program() {
    return new BoundProgram(info.id(), process, commandBase);
  }

  @Override
  public List<String> commandLine() {
    return program().commandLine();
  }

  @Override
  public Session start(InstanceContext context) {
    return new BentoStart(this, context).run();
  }

  @Override
  public List<String> diagnose() {
    return program().diagnose();
  }
}
