package io.polyplug.testkit;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the frames and patterns of a vector stand for in one conversation with the host. Where the
 * host chooses a value by itself (an id, a stream's name), the vector's is replaced by it.
 */
final class VectorWords {
  private static final JsonNodeFactory NODES = JsonMapper.shared().getNodeFactory();

  /** Members whose values the host chooses, and the plugin repeats. */
  private static final Set<String> CHOSEN =
      Set.of("id", "request_id", "streamId", "channelId", "progressToken");

  /** Members by which a host tells about itself. */
  private static final Set<String> ITS_OWN =
      Set.of(
          "hostVersion",
          "bento_version",
          "manifest_path",
          "host",
          "clientInfo",
          "io.modelcontextprotocol/clientInfo",
          "io.modelcontextprotocol/clientCapabilities",
          "io.modelcontextprotocol/logLevel",
          "version");

  private final Path folder;
  private final Map<JsonNode, JsonNode> chosen = new HashMap<>();

  VectorWords(Path folder) {
    this.folder = folder;
  }

  /** What the host said otherwise than the vector, with its place; empty if nothing. */
  Optional<String> difference(JsonNode vector, JsonNode said) {
    return difference(vector, said, "the frame");
  }

  private Optional<String> difference(JsonNode vector, JsonNode said, String at) {
    if (vector.isObject() && said.isObject() && !special(vector)) {
      TreeSet<String> names = new TreeSet<>(vector.propertyNames());
      names.addAll(said.propertyNames());
      for (String name : names) {
        if (!vector.has(name) || !said.has(name)) {
          return Optional.of(at + ": " + name + (said.has(name) ? " is new" : " is missing"));
        }
        Optional<String> inside =
            CHOSEN.contains(name)
                ? chosen(vector.get(name), said.get(name))
                : ITS_OWN.contains(name)
                    ? Optional.empty()
                    : difference(vector.get(name), said.get(name), at + "." + name);
        if (inside.isPresent()) {
          return inside;
        }
      }
      return Optional.empty();
    }
    JsonNode expected = filled(vector);
    return expected.equals(said)
        ? Optional.empty()
        : Optional.of("%s: %s and not %s".formatted(at, said, expected));
  }

  private Optional<String> chosen(JsonNode vector, JsonNode said) {
    JsonNode before = chosen.putIfAbsent(vector, said);
    return before == null || before.equals(said)
        ? Optional.empty()
        : Optional.of("it is called " + said + " and was called " + before);
  }

  private static boolean special(JsonNode node) {
    return node.has("$json") || node.has("$base64") || node.has("$repeat") || node.has("$join");
  }

  /** What the plugin says, or the value that a host's frame has, with everything filled in. */
  JsonNode filled(JsonNode node) {
    return filled("", node);
  }

  private JsonNode filled(String name, JsonNode node) {
    if (CHOSEN.contains(name) && chosen.containsKey(node)) {
      return chosen.get(node);
    }
    if (node.isString()) {
      return word(node);
    }
    if (node.isArray()) {
      ArrayNode all = NODES.arrayNode();
      node.forEach(element -> all.add(filled("", element)));
      return all;
    }
    if (!node.isObject()) {
      return node;
    }
    if (special(node)) {
      return NODES.stringNode(text(node));
    }
    ObjectNode all = NODES.objectNode();
    for (String member : node.propertyNames()) {
      if (!member.equals("...")) {
        all.set(member, filled(member, node.get(member)));
      }
    }
    return all;
  }

  private JsonNode word(JsonNode node) {
    String text = node.stringValue();
    if (text.startsWith("$file:")) {
      Path file = folder.resolve(text.substring("$file:".length()));
      return NODES.stringNode(file.normalize().toString());
    }
    return switch (text) {
      case "$any" -> NODES.nullNode();
      case "$int" -> NODES.numberNode(1);
      default -> node;
    };
  }

  private String text(JsonNode node) {
    if (node.has("$json")) {
      return filled(node.get("$json")).toString();
    }
    if (node.has("$base64")) {
      JsonNode inside = filled(node.get("$base64"));
      return Base64.getEncoder()
          .encodeToString(inside.stringValue().getBytes(StandardCharsets.UTF_8));
    }
    if (node.has("$repeat")) {
      return node.get("$repeat").get(0).stringValue().repeat(node.get("$repeat").get(1).intValue());
    }
    if (node.has("$join")) {
      StringBuilder all = new StringBuilder();
      node.get("$join").forEach(part -> all.append(text(part)));
      return all.toString();
    }
    return node.stringValue();
  }
}
