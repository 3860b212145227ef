package io.polyplug.cli;

import io.polyplug.host.ToolKind;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One call of the demo, as the catalogue of the examples says.
 *
 * @param config the file that binds the plugin; not there if it is a service
 * @param workspace the workspace of bento that is planned, if that is what it is about
 * @param serve the command that starts a service, if the plugin is one
 * @param kind what kind of tool it is; the input of a channel is a list of messages
 * @param until for a screen: what it shows when there is something to see
 */
record DemoCall(
    Path folder,
    Optional<Path> config,
    Optional<Path> workspace,
    List<String> serve,
    String contract,
    String plugin,
    String tool,
    ToolKind kind,
    Json input,
    Optional<String> until,
    String runtime) {
  static DemoCall read(ConfigTable table) {
    String kind = table.text("kind").orElse("unary");
    DemoCall call =
        new DemoCall(
            table.folder(),
            table.text("config").map(table.folder()::resolve),
            table.text("workspace").map(table.folder()::resolve),
            table.texts("serve").orElse(List.of()),
            table.requiredText("contract"),
            table.requiredText("plugin"),
            table.requiredText("tool"),
            ToolKind.valueOf(kind.toUpperCase(Locale.ROOT)),
            Json.parse(table.requiredText("input")),
            table.text("until"),
            table.requiredText("runtime"));
    table.finish();
    return call;
  }
}
