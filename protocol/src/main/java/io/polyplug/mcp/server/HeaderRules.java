package io.polyplug.mcp.server;

import io.polyplug.mcp.protocol.HeaderText;
import io.polyplug.mcp.protocol.McpErrors;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The headers of a modern request repeat parts of its body, and must say the same. */
record HeaderRules(HttpCall call) {
  static final String VERSION = "MCP-Protocol-Version";
  private static final String METHOD = "Mcp-Method";
  private static final String NAME = "Mcp-Name";

  /** That the version of the header is the one of the body. */
  void checkVersion(@Nullable String inBody) {
    String header = call.header(VERSION).orElseThrow(() -> mismatch(VERSION + " is missing"));
    if (inBody != null && !header.equals(inBody)) {
      throw mismatch(VERSION + " says something else than the body");
    }
  }

  /** That all others are there and fit. */
  void check(String method, Map<String, Json> params, Offer offer) {
    String named = call.header(METHOD).orElseThrow(() -> mismatch(METHOD + " is missing"));
    same(METHOD, named.equals(method));
    switch (method) {
      case McpMethods.TOOLS_CALL -> {
        String tool = McpServer.text(params, "name");
        compare(NAME, call.header(NAME), tool);
        offer.tools().ifPresent(tools -> checkArguments(tools.headers(tool), params));
      }
      case McpMethods.PROMPTS_GET ->
          compare(NAME, call.header(NAME), McpServer.text(params, "name"));
      case McpMethods.RESOURCES_READ ->
          compare(NAME, call.header(NAME), McpServer.text(params, "uri"));
      default -> {}
    }
  }

  private void checkArguments(ToolHeaders headers, Map<String, Json> params) {
    Json arguments = params.getOrDefault("arguments", Json.NULL);
    for (ToolHeaders.Marked one : headers.marked()) {
      String name = ToolHeaders.PREFIX + one.header();
      Optional<String> sent = call.header(name);
      Optional<Json> argument = ToolHeaders.argument(arguments, one);
      if (argument.isPresent()) {
        same(name, ToolHeaders.matches(decoded(name, sent), argument.get()));
      } else if (sent.isPresent()) {
        throw mismatch(name + " is there and the body has no such argument");
      }
    }
  }

  private static void compare(String name, Optional<String> header, String inBody) {
    same(name, decoded(name, header).equals(inBody));
  }

  private static String decoded(String name, Optional<String> header) {
    String sent = header.orElseThrow(() -> mismatch(name + " is missing"));
    String decoded = HeaderText.decode(sent);
    if (decoded == null) {
      throw mismatch(name + " has characters that a header cannot have");
    }
    return decoded;
  }

  private static void same(String name, boolean is) {
    if (!is) {
      throw mismatch(name + " says something else than the body");
    }
  }

  static RpcException mismatch(String sentence) {
    return new RpcException(
        new ErrorObject(McpErrors.HEADER_MISMATCH, "Header mismatch: " + sentence));
  }
}
