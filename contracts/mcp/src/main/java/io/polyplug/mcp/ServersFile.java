package io.polyplug.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Discovered;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * A file in which other MCP clients keep their servers: an object of them under {@code mcpServers},
 * or {@code servers}. Comments and trailing commas are passed over, as some of them do. An entry
 * that is wrong spoils no other.
 */
final class ServersFile {
  /** What a project's file is called. */
  static final String NAME = ".mcp.json";

  private static final int MAX_DEPTH = 64;
  private static final int SHOWN = 80;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  private final Path file;
  private final McpHooks hooks;
  private final List<Discovered> found = new ArrayList<>();

  private ServersFile(Path file, McpHooks hooks) {
    this.file = file;
    this.hooks = hooks;
  }

  static List<Discovered> read(Path file, byte[] content, McpHooks hooks) {
    ServersFile reading = new ServersFile(file, hooks);
    try {
      reading.root(strict(content));
    } catch (JacksonException e) {
      TokenStreamLocation place = e.getLocation();
      reading.invalid(
          "it is not JSON" + (place == null ? "" : " (line " + place.getLineNr() + ")"));
    }
    return reading.found;
  }

  private static Json strict(byte[] content) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), content)) {
      parser.nextToken();
      Json value = Json.write(out -> out.copyCurrentStructure(parser));
      if (parser.nextToken() != null) {
        throw new StreamReadException(parser, "something follows");
      }
      return value;
    }
  }

  private void root(Json root) {
    if (root.kind() != Json.Kind.OBJECT) {
      invalid("expected an object with mcpServers");
      return;
    }
    Map<String, Json> members = JsonParts.members(root);
    String key = members.containsKey("mcpServers") ? "mcpServers" : "servers";
    Json servers = members.get(key);
    if (servers == null || servers.kind() != Json.Kind.OBJECT) {
      invalid("expected an object under mcpServers");
      return;
    }
    JsonParts.members(servers).forEach((name, entry) -> entry(key, name, entry));
  }

  private void entry(String key, String name, Json entry) {
    String place = key + "." + UntrustedText.excerpt(name, SHOWN);
    if (name.isBlank()) {
      invalid(key + ": a server must have a name that is not blank");
      return;
    }
    try {
      ServerEntry.read(file, name, new EntryValues(place, entry))
          .ifPresent(it -> found.add(new Discovered.Found(new McpDefinition(it, hooks))));
    } catch (EntryValues.Wrong wrong) {
      invalid(String.valueOf(wrong.getMessage()));
    }
  }

  private void invalid(String reason) {
    found.add(new Discovered.Invalid(McpContract.ID, file, reason));
  }
}
