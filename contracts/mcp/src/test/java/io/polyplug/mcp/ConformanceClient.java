package io.polyplug.mcp;

import io.polyplug.host.PluginException;
import io.polyplug.host.PluginHost;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The client that the official conformance kit runs: it is given the address of a server and, in
 * the environment, the name of a scenario, and does there what the scenario wants done.
 */
public final class ConformanceClient {
  private final McpServerClient client;
  private final String scenario;
  private final @Nullable String context;

  private ConformanceClient(McpServerClient client, String scenario, @Nullable String context) {
    this.client = client;
    this.scenario = scenario;
    this.context = context;
  }

  /** The last argument is the address. */
  public static void main(String[] arguments) throws Exception {
    Path file = Files.createTempFile("conformance", ".toml");
    Files.writeString(
        file,
        "[[plugin]]\ncontract = 'mcp'\nid = 'it'\nurl = '"
            + arguments[arguments.length - 1]
            + "'\n");
    McpHooks hooks =
        McpHooks.NONE.withElicitation(
            (_, request) ->
                ElicitResponse.accepted(
                    ElicitResponse.withDefaults(
                        request.schema().orElse(Json.EMPTY_OBJECT), Json.EMPTY_OBJECT)));
    try (PluginHost host =
        PluginHost.builder().contract(new McpContract(hooks)).configFile(file).build()) {
      new ConformanceClient(
              host.plugin("it").as(McpServerClient.class),
              Objects.requireNonNullElse(System.getenv("MCP_CONFORMANCE_SCENARIO"), ""),
              System.getenv("MCP_CONFORMANCE_CONTEXT"))
          .run();
    } finally {
      Files.delete(file);
    }
  }

  private void run() throws InterruptedException {
    List<McpTool> tools = client.tools();
    switch (scenario) {
      case "initialize" -> {}
      case "http-custom-headers" -> callsOfTheContext();
      case "json-schema-2020-12-preservation" -> echoSchema(tools);
      case "http-standard-headers" -> {
        callAll(tools);
        client.resources().forEach(it -> client.readResource(member(it, "uri")));
        client.prompts().forEach(it -> client.getPrompt(member(it, "name"), Map.of()));
      }
      case "sep-2322-client-request-state" -> callAllAtOnce(tools);
      default -> callAll(tools);
    }
  }

  private void callAll(List<McpTool> tools) {
    for (McpTool tool : tools) {
      try {
        var _ = client.call(tool.name(), arguments(tool));
      } catch (PluginException refused) {
        // What the kit thinks of it, it says itself.
        System.err.println(tool.name() + ": " + refused.getMessage());
      }
    }
  }

  private void callAllAtOnce(List<McpTool> tools) throws InterruptedException {
    List<Thread> callers = new CopyOnWriteArrayList<>();
    tools.forEach(tool -> callers.add(Thread.ofVirtual().start(() -> callAll(List.of(tool)))));
    for (Thread caller : callers) {
      caller.join();
    }
  }

  private void callsOfTheContext() {
    Json calls = Objects.requireNonNull(JsonParts.find(Json.parse(text()), "toolCalls")[0]);
    for (Json call : JsonParts.elements(calls)) {
      var _ =
          client.call(
              member(call, "name"), Objects.requireNonNull(JsonParts.find(call, "arguments")[0]));
    }
  }

  private String text() {
    return Objects.requireNonNull(context);
  }

  private void echoSchema(List<McpTool> tools) {
    Json schema = tools.getFirst().inputSchema();
    var _ =
        client.call(
            tools.getLast().name(),
            Json.object(
                out -> {
                  out.writeName("schema");
                  schema.writeTo(out);
                }));
  }

  /** Something of the right type for every argument that must be there. */
  private static Json arguments(McpTool tool) {
    @Nullable Json[] found = JsonParts.find(tool.inputSchema(), "properties", "required");
    if (found[0] == null || found[1] == null) {
      return Json.EMPTY_OBJECT;
    }
    Map<String, Json> properties = JsonParts.members(found[0]);
    List<Json> required = JsonParts.elements(found[1]);
    return Json.object(
        out -> {
          for (Json name : required) {
            String key = Objects.requireNonNull(name.stringValue());
            out.writeName(key);
            out.writeRawValue(sample(properties.getOrDefault(key, Json.EMPTY_OBJECT)));
          }
        });
  }

  private static String sample(Json property) {
    Json type = JsonParts.find(property, "type")[0];
    return switch (String.valueOf(type == null ? "string" : type.stringValue())) {
      case "number", "integer" -> "5";
      case "boolean" -> "true";
      case "array" -> "[]";
      case "object" -> "{}";
      default -> "\"us-west1\"";
    };
  }

  private static String member(Json object, String name) {
    Json value = Objects.requireNonNull(JsonParts.find(object, name)[0]);
    return Objects.requireNonNull(value.stringValue());
  }
}
