package io.polyplug.gateway;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Plugin;
import io.polyplug.host.ToolInfo;
import io.polyplug.mcp.protocol.ToolHeaders;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All that the gateway offers at one moment, in order. Immutable. */
record Catalog(Map<String, Offered> tools) {
  static final Catalog EMPTY = new Catalog(Map.of());

  private static final int LONGEST_DESCRIPTION = 16_000;

  /** Of these plugins with their tools, those whose names are wanted. */
  static Catalog of(Map<Plugin, List<ToolInfo>> found, Predicate<String> wanted) {
    List<ToolNames.Tool> named = new ArrayList<>();
    found.forEach(
        (plugin, tools) ->
            tools.forEach(
                tool ->
                    named.add(
                        new ToolNames.Tool(plugin.info().key(), plugin.info().id(), tool.name()))));
    List<String> names = ToolNames.of(named);
    Map<String, Offered> offered = new LinkedHashMap<>();
    int next = 0;
    for (Map.Entry<Plugin, List<ToolInfo>> entry : found.entrySet()) {
      for (ToolInfo tool : entry.getValue()) {
        String name = names.get(next++);
        if (wanted.test(name)) {
          offered.put(name, offer(name, entry.getKey(), tool));
        }
      }
    }
    return new Catalog(offered);
  }

  @Nullable Offered find(String name) {
    return tools.get(name);
  }

  List<Json> described() {
    return tools.values().stream().map(Offered::described).toList();
  }

  private static Offered offer(String name, Plugin plugin, ToolInfo tool) {
    InputShape shape = InputShape.of(plugin.info().contract(), tool);
    Json schema = shape.schema(tool.inputSchema());
    Json described =
        Json.object(
            out -> {
              out.writeStringProperty("name", name);
              out.writeStringProperty("title", title(plugin, tool));
              out.writeStringProperty("description", description(plugin, tool));
              out.writeName("inputSchema");
              schema.compact().writeTo(out);
              FurtherWords.write(tool, out);
            });
    return new Offered(name, plugin, tool, shape, headers(schema), described);
  }

  private static ToolHeaders headers(Json schema) {
    try {
      return ToolHeaders.of(schema);
    } catch (ToolHeaders.Invalid e) {
      // Marks that are no headers: the tool is called without them.
      return ToolHeaders.NONE;
    }
  }

  private static String title(Plugin plugin, ToolInfo tool) {
    return UntrustedText.excerpt(plugin.info().name() + ": " + tool.name(), 200);
  }

  private static String description(Plugin plugin, ToolInfo tool) {
    String own = tool.description().strip();
    String text = own.isEmpty() ? tool.name() + " of " + plugin.info().name() : own;
    String shown =
        text.length() <= LONGEST_DESCRIPTION ? text : text.substring(0, LONGEST_DESCRIPTION) + "…";
    return switch (tool.kind()) {
      case UNARY -> shown;
      case STREAM -> shown + " Streams: progress tells each item, the result has them all.";
      case CHANNEL -> shown + " A conversation: send all messages, get all that came back.";
    };
  }

  boolean sameAs(Catalog other) {
    return described().equals(other.described());
  }
}
