package io.polyplug.rune;

import io.polyplug.host.PluginInfo;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.config.ProcessBinding;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The host's own record of a plugin (section 2): how to start it, how long it may take, which
 * protocol it must speak, what it may ask for. Checked before it is made.
 *
 * @param info its id is what the handshake must present, byte for byte
 * @param process how it is started
 * @param commandBase what a relative command with a separator is relative to
 * @param protocol the version put into the handshake
 * @param capabilities the allow-list, before the user's grants narrow it
 * @param tools what it offers, where that is known without a start
 */
public record RuneBinding(
    PluginInfo info,
    ProcessBinding process,
    Path commandBase,
    RuneTimes times,
    String protocol,
    List<String> capabilities,
    Optional<List<ToolInfo>> tools) {
  public RuneBinding {
    capabilities = List.copyOf(capabilities);
    tools = tools.map(List::copyOf);
  }
}
