package io.polyplug.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.config.SecretText;
import io.polyplug.host.config.VariableText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One server in a file of servers, in the shape that most clients share. */
final class ServerEntry {
  private static final int SHOWN = 40;

  private ServerEntry() {}

  /** Empty if it is disabled there. */
  static Optional<McpPlugin> read(Path file, String name, EntryValues values)
      throws EntryValues.Wrong {
    if (values.flag("disabled")) {
      return Optional.empty();
    }
    Optional<String> command = values.text("command");
    Optional<String> url = values.text("url");
    String given = values.text("type").orElse("");
    String type = given.isEmpty() ? values.text("transport").orElse("") : given;
    boolean http =
        switch (type) {
          case "" -> url.isPresent();
          case "stdio" -> false;
          case "http", "streamable-http", "streamableHttp", "streamable_http" -> true;
          case "sse" ->
              throw values.wrong(
                  "type", "the HTTP+SSE transport of 2024 is not spoken: try \"http\"");
          default ->
              throw values.wrong(
                  "type",
                  "expected stdio or http, found \"" + UntrustedText.excerpt(type, SHOWN) + "\"");
        };
    McpWire wire = http ? http(values, url) : stdio(file, values, command);
    return Optional.of(
        new McpPlugin(
            new PluginInfo(
                McpContract.ID, name, name, "", values.text("description").orElse(""), file, ""),
            wire,
            McpTimes.DEFAULT,
            List.of(),
            Optional.empty()));
  }

  private static McpWire stdio(Path file, EntryValues values, Optional<String> command)
      throws EntryValues.Wrong {
    String program =
        command
            .filter(it -> !it.isBlank())
            .orElseThrow(() -> values.wrong("", "expected a command or a url"));
    Path parent = file.getParent();
    Path folder = parent == null ? Path.of("").toAbsolutePath() : parent;
    return new McpWire.Stdio(
        program.strip(),
        values.texts("args"),
        folder,
        values.text("cwd"),
        filled(values.named("env")),
        true);
  }

  private static McpWire http(EntryValues values, Optional<String> url) throws EntryValues.Wrong {
    String address =
        url.filter(it -> !it.isBlank()).orElseThrow(() -> values.wrong("", "expected a url"));
    boolean insecure = values.flag("allow_insecure");
    if (!new VariableText(address).hasPlaces() && McpBinding.url(address, insecure).isEmpty()) {
      throw values.wrong("url", McpBinding.EXPECTED_URL);
    }
    return new McpWire.Http(
        address, insecure, filled(values.named("headers")), Optional.empty(), true);
  }

  private static Map<String, SecretText> filled(Map<String, String> values) {
    Map<String, SecretText> secrets = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> secrets.put(name, new SecretText.Filled(new VariableText(value))));
    return secrets;
  }
}
