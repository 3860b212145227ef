package io.polyplug.rune;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.PackageReading;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.SchemaResource;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.ProcessBinding;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.rune.protocol.WhiteSpace;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rune contract: one process per tool call, two lines each way, nine failure codes. */
public final class RuneContract implements Contract {
  /** What the contract is called everywhere. */
  public static final String ID = "rune";

  /** There is nothing to choose; also called by the service loader. */
  public RuneContract() {}

  @Override
  public String id() {
    return ID;
  }

  @Override
  public List<Discovered> discover(Path pluginFolder) {
    return RuneBundles.in(pluginFolder);
  }

  @Override
  public Optional<PackageReading> recognise(Path folder) {
    return RuneBundles.recognise(folder);
  }

  @Override
  public String manifestName() {
    return RuneBundles.MANIFEST;
  }

  /** A binding error (section 2) is a mistake at its place in the file; nothing is started. */
  @Override
  public PluginDefinition bind(ConfigTable table) {
    String id = table.requiredText("id");
    if (WhiteSpace.isBlank(id)) {
      throw table.mistake("id", "expected a text that is not blank");
    }
    ProcessBinding process = ProcessBinding.read(table);
    if (WhiteSpace.isBlank(process.command())) {
      throw table.mistake("command", "expected a text that is not blank");
    }
    RuneTimes times = RuneTimes.read(table);
    String protocol = WhiteSpace.trim(table.text("protocol").orElse(""));
    List<String> capabilities = table.texts("capabilities").orElse(List.of());
    Set<String> seen = new HashSet<>();
    for (String capability : capabilities) {
      if (!WhiteSpace.isCanonical(capability)) {
        throw table.mistake(
            "capabilities",
            "expected texts that are not empty and have no white space around them, found \""
                + capability
                + "\"");
      }
      if (!seen.add(capability)) {
        throw table.mistake("capabilities", "\"" + capability + "\" is there twice");
      }
    }
    Optional<List<String>> tools = table.texts("tools");
    if (tools.isPresent()
        && (tools.get().isEmpty() || tools.get().stream().anyMatch(WhiteSpace::isBlank))) {
      throw table.mistake("tools", "expected names of tools that are not blank, at least one");
    }
    return new RuneDefinition(
        new RuneBinding(
            new PluginInfo(ID, id, id, "", "", table.file(), ""),
            process,
            table.folder(),
            times,
            protocol.isEmpty() ? RuneProtocol.VERSION : protocol,
            capabilities,
            tools.map(RuneContract::described)));
  }

  private static List<ToolInfo> described(List<String> names) {
    return names.stream()
        .map(name -> new ToolInfo(name, "", ToolInfo.ANY_OBJECT, ToolKind.UNARY))
        .toList();
  }

  @Override
  public Json bindingSchema() {
    return SchemaResource.read(RuneContract.class.getResourceAsStream("binding.schema.json"));
  }
}
