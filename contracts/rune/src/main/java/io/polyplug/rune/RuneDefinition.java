package io.polyplug.rune;

import io.polyplug.host.InstanceContext;
import io.polyplug.host.ManifestedPlugin;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Session;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.config.SecretText;
import io.polyplug.process.LaunchDiagnosis;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A rune plugin as the host sees it: a process for each call. */
record RuneDefinition(RuneBinding binding) implements PluginDefinition {
  /** More processes of one plugin at once are a mistake of the caller. */
  private static final int MAX_CALLS = 256;

  @Override
  public PluginInfo info() {
    return binding.info();
  }

  @Override
  public SupervisionPolicy supervision() {
    return SupervisionPolicy.perCall(MAX_CALLS);
  }

  @Override
  public List<String> commandLine() {
    List<String> line = new ArrayList<>();
    line.add(binding.process().command());
    line.addAll(binding.process().arguments());
    return line;
  }

  @Override
  public Optional<List<ToolInfo>> declaredTools() {
    return binding.tools();
  }

  @Override
  public Session start(InstanceContext context) {
    return new RuneSession(binding, context);
  }

  @Override
  public List<String> diagnose() {
    List<String> problems = new ArrayList<>();
    try {
      ProcessSpec spec =
          ProcessSpec.of(RuneProgram.program(binding)).folder(binding.process().folder()).build();
      LaunchDiagnosis.examine(spec).ifPresent(problem -> problems.add(problem.getMessage()));
    } catch (LaunchFailure e) {
      problems.add(e.getMessage());
    }
    for (Map.Entry<String, SecretText> entry : binding.process().environment().entrySet()) {
      try {
        entry.getValue().resolve(System.getenv());
      } catch (IOException e) {
        problems.add("The variable " + entry.getKey() + " has no value: " + e.getMessage());
      }
    }
    return problems;
  }

  @Override
  public <T> Optional<T> client(Class<T> type, Plugin plugin) {
    if (type == ManifestedPlugin.class) {
      // Only a bundle is installed under a name; what a binding describes has no file of its own.
      String installation = info().installation();
      return installation.isEmpty()
          ? Optional.empty()
          : Optional.of(
              type.cast(
                  new BundleManifestFile(
                      info().origin().resolve(RuneBundles.MANIFEST), installation)));
    }
    return type == RunePlugin.class
        ? Optional.of(type.cast(new RunePlugin(plugin)))
        : Optional.empty();
  }
}
