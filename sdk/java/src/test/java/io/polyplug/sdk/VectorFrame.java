package io.polyplug.sdk;

import java.nio.file.Path;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a host of the vectors sends, or a pattern that names files, with everything filled in. */
record VectorFrame(Path folder, Map<String, JsonNode> ids) {
  private static final JsonNodeFactory NODES = JsonMapper.shared().getNodeFactory();

  /** The text that a node of texts stands for. */
  static String text(JsonNode node) {
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

  /** The frame as it is sent. */
  JsonNode filled(JsonNode node) {
    if (node.isString()) {
      return word(node);
    }
    if (node.isArray()) {
      ArrayNode all = NODES.arrayNode();
      node.forEach(element -> all.add(filled(element)));
      return all;
    }
    if (!node.isObject()) {
      return node;
    }
    if (node.has("$repeat") || node.has("$join")) {
      return NODES.stringNode(text(node));
    }
    if (node.has("$json")) {
      return NODES.stringNode(filled(node.get("$json")).toString());
    }
    ObjectNode all = NODES.objectNode();
    node.propertyNames().forEach(name -> all.set(name, filled(node.get(name))));
    return all;
  }

  private JsonNode word(JsonNode node) {
    String text = node.stringValue();
    if (text.startsWith("$file:")) {
      String name = text.substring("$file:".length());
      return NODES.stringNode(folder.resolve(name).normalize().toString());
    }
    JsonNode known = ids.get(text);
    return known == null ? node : known;
  }
}
