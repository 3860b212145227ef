package io.polyplug.sdk;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The patterns of the vectors. Remembers the ids it saw, so one for each conversation.
 *
 * @param ids what {@code $id:x} stands for, once it was seen
 */
record VectorPattern(Map<String, JsonNode> ids) {
  private static final JsonMapper JSON = JsonMapper.shared();

  VectorPattern() {
    this(new HashMap<>());
  }

  /** What does not match, with its place; empty if all does. */
  Optional<String> mismatch(JsonNode pattern, JsonNode seen, String at) {
    if (pattern.isString()) {
      return word(pattern.stringValue(), seen, at);
    }
    if (pattern.isObject()) {
      if (pattern.has("$base64")) {
        return inside(pattern.get("$base64"), decoded(seen), at);
      }
      if (pattern.has("$json")) {
        return inside(pattern.get("$json"), parsed(seen), at);
      }
      if (pattern.has("$repeat") || pattern.has("$join")) {
        return equal(VectorFrame.text(pattern), seen, at);
      }
      return members(pattern, seen, at);
    }
    if (pattern.isArray()) {
      if (!seen.isArray() || seen.size() != pattern.size()) {
        return differs(pattern, seen, at);
      }
      for (int i = 0; i < pattern.size(); i++) {
        Optional<String> problem = mismatch(pattern.get(i), seen.get(i), at + "[" + i + "]");
        if (problem.isPresent()) {
          return problem;
        }
      }
      return Optional.empty();
    }
    boolean same =
        pattern.isNumber()
            ? seen.isNumber() && pattern.decimalValue().compareTo(seen.decimalValue()) == 0
            : pattern.equals(seen);
    return same ? Optional.empty() : differs(pattern, seen, at);
  }

  private Optional<String> inside(JsonNode pattern, Optional<JsonNode> seen, String at) {
    return seen.isEmpty()
        ? Optional.of(at + ": what is inside cannot be read")
        : mismatch(pattern, seen.get(), at);
  }

  private Optional<String> word(String pattern, JsonNode seen, String at) {
    if (pattern.startsWith("$id:")) {
      JsonNode known = ids.putIfAbsent(pattern, seen);
      return known == null || known.equals(seen) ? Optional.empty() : differs(known, seen, at);
    }
    boolean matches =
        switch (pattern) {
          case "$any" -> true;
          case "$text" -> seen.isString() && !seen.stringValue().isEmpty();
          case "$int" -> seen.isIntegralNumber();
          default -> seen.isString() && seen.stringValue().equals(pattern);
        };
    return matches
        ? Optional.empty()
        : differs(JSON.getNodeFactory().stringNode(pattern), seen, at);
  }

  private Optional<String> members(JsonNode pattern, JsonNode seen, String at) {
    if (!seen.isObject()) {
      return differs(pattern, seen, at);
    }
    boolean open = pattern.has("...");
    TreeSet<String> names = new TreeSet<>(pattern.propertyNames());
    names.addAll(seen.propertyNames());
    names.remove("...");
    for (String name : names) {
      if (!pattern.has(name)) {
        if (!open) {
          return Optional.of(at + ": did not expect the member " + name);
        }
      } else if (!seen.has(name)) {
        return Optional.of(at + ": expected the member " + name);
      } else {
        Optional<String> problem = mismatch(pattern.get(name), seen.get(name), at + "." + name);
        if (problem.isPresent()) {
          return problem;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> equal(String expected, JsonNode seen, String at) {
    return seen.isString() && seen.stringValue().equals(expected)
        ? Optional.empty()
        : Optional.of(at + ": expected a text of " + expected.length() + " characters");
  }

  private static Optional<JsonNode> decoded(JsonNode seen) {
    try {
      byte[] bytes = Base64.getDecoder().decode(seen.stringValue(""));
      return Optional.of(
          JSON.getNodeFactory().stringNode(new String(bytes, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<JsonNode> parsed(JsonNode seen) {
    try {
      return Optional.of(JSON.readTree(seen.stringValue("")));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> differs(JsonNode expected, JsonNode seen, String at) {
    return Optional.of(at + ": expected " + shown(expected) + " and saw " + shown(seen));
  }

  private static String shown(JsonNode node) {
    String text = node.toString();
    return text.length() > 300 ? text.substring(0, 300) + "…" : text;
  }
}
