package io.polyplug.mcp;

import io.polyplug.host.PluginInfo;
import io.polyplug.host.config.ConfigTable;
import io.polyplug.host.config.SecretText;
import io.polyplug.wire.SameOriginClient;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads a {@code [[plugin]]} table: a command or an address. */
final class McpBinding {
  /** Of an address. */
  static final String EXPECTED_URL =
      "expected an https address, or an http address of this machine"
          + " (allow_insecure = true lets secrets travel in the open)";

  private McpBinding() {}

  static McpPlugin read(ConfigTable table) {
    String id = table.requiredText("id");
    Optional<String> url = table.text("url");
    if (url.isPresent() == table.text("command").isPresent()) {
      throw table.mistake("", "expected exactly one of command and url");
    }
    McpWire wire = url.isPresent() ? http(table, url.get()) : stdio(table);
    PluginInfo info =
        new PluginInfo(
            McpContract.ID,
            id,
            table.text("name").orElse(id),
            "",
            table.text("description").orElse(""),
            table.file(),
            "");
    return new McpPlugin(info, wire, McpTimes.read(table), roots(table), level(table));
  }

  private static McpWire stdio(ConfigTable table) {
    return new McpWire.Stdio(
        table.requiredText("command").strip(),
        table.texts("args").orElse(List.of()),
        table.folder(),
        table.text("cwd"),
        SecretText.read(table, "env"),
        false);
  }

  private static McpWire http(ConfigTable table, String address) {
    boolean insecure = table.flag("allow_insecure").orElse(false);
    if (url(address, insecure).isEmpty()) {
      throw table.mistake("url", EXPECTED_URL);
    }
    return new McpWire.Http(
        address.strip(),
        insecure,
        SecretText.read(table, "headers"),
        table.table("bearer").map(SecretText::reference),
        false);
  }

  /** The address, if it may be spoken to. */
  static Optional<URI> url(String text, boolean insecure) {
    URI url;
    try {
      url = URI.create(text.strip());
    } catch (IllegalArgumentException noAddress) {
      return Optional.empty();
    }
    String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    boolean plain = scheme.equals("http");
    if (url.getHost() == null || (!plain && !scheme.equals("https"))) {
      return Optional.empty();
    }
    return plain && !insecure && !SameOriginClient.isLoopback(url.getHost())
        ? Optional.empty()
        : Optional.of(url);
  }

  private static List<Root> roots(ConfigTable table) {
    return table.texts("roots").orElse(List.of()).stream()
        .map(path -> Root.of(table.folder().resolve(path)))
        .toList();
  }

  private static Optional<LogLevel> level(ConfigTable table) {
    return table
        .text("log_level")
        .map(
            word ->
                LogLevel.of(word)
                    .orElseThrow(
                        () ->
                            table.mistake(
                                "log_level",
                                "expected one of "
                                    + String.join(", ", LogLevel.words())
                                    + ", found "
                                    + table.found("log_level"))));
  }
}
