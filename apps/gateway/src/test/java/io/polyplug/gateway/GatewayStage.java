package io.polyplug.gateway;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.bowire.BowireContract;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PluginHost;
import io.polyplug.mcp.McpContract;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.process.ProgramLookup;
import io.polyplug.rune.RuneContract;
import io.polyplug.wire.Call;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.MemoryTransport;
import io.polyplug.wire.Notification;
import io.polyplug.wire.Order;
import io.polyplug.wire.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A gateway over a host of real plugins, and a client of it in memory. */
final class GatewayStage implements AutoCloseable {
  final PluginHost host;
  final Gateway gateway;
  final Peer client;
  final BlockingQueue<Notification> notified = new LinkedBlockingQueue<>();
  final BlockingQueue<HostEvent> events = new LinkedBlockingQueue<>();
  final BlockingQueue<String> problems = new LinkedBlockingQueue<>();
  private final Path config;

  private GatewayStage(Path folder, String toml, List<String> only) throws Exception {
    config = folder.resolve("polyplug.toml");
    Files.writeString(config, toml);
    for (String script : List.of("desk.py", "slow.py", "behind.py")) {
      try (InputStream in = GatewayStage.class.getResourceAsStream(script)) {
        Files.write(folder.resolve(script), Objects.requireNonNull(in).readAllBytes());
      }
    }
    host =
        PluginHost.builder()
            .contract(new BowireContract())
            .contract(new RuneContract())
            .contract(new McpContract())
            .configFile(config)
            .listenerWithoutFrames(events::add)
            .build();
    gateway = new Gateway(host, "1", Map.of(), only, problems::add);
    MemoryTransport.Pair pair = MemoryTransport.pair();
    gateway.serve(pair.right());
    client =
        Peer.over(pair.left(), McpDialect.CLIENT)
            .onOtherNotifications(Order.ORDERED, notified::add)
            .start();
    call(
        McpMethods.INITIALIZE,
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}");
    client.notify(McpMethods.INITIALIZED, null);
  }

  static GatewayStage of(Path folder, String toml, String... only) throws Exception {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    return new GatewayStage(folder, toml, List.of(only));
  }

  /** A sidecar with so many methods beside its others. */
  static String desk(String id, int methods) {
    return """
        [[plugin]]
        contract = "bowire"
        id = "%s"
        command = "python3"
        args = ["desk.py", "%d", "%s"]
        initialize_timeout = "60s"
        discover_timeout = "60s"
        """
        .formatted(id, methods, id);
  }

  Json call(String method, String params) throws InterruptedException {
    return client.call(method, Json.parse(params)).await();
  }

  Json tool(String name, String arguments) throws InterruptedException {
    return begin(name, arguments).await();
  }

  Call begin(String name, String arguments) {
    return client.call(
        McpMethods.TOOLS_CALL,
        Json.parse("{\"name\":\"" + name + "\",\"arguments\":" + arguments + "}"));
  }

  List<Json> tools() throws InterruptedException {
    return JsonParts.elements(member(call(McpMethods.TOOLS_LIST, "{}"), "tools"));
  }

  Json described(String name) throws InterruptedException {
    return tools().stream()
        .filter(it -> name.equals(member(it, "name").stringValue()))
        .findFirst()
        .orElseThrow();
  }

  List<String> names() throws InterruptedException {
    return tools().stream().map(it -> String.valueOf(member(it, "name").stringValue())).toList();
  }

  static Json member(Json object, String name) {
    return Objects.requireNonNull(JsonParts.find(object, name)[0], name + " in " + object);
  }

  /** The text of the first content of a result. */
  static String text(Json result) {
    Json content = JsonParts.elements(member(result, "content")).getFirst();
    return String.valueOf(member(content, "text").stringValue());
  }

  static boolean isError(Json result) {
    return member(result, "isError").toString().equals("true");
  }

  Notification awaitNotification(String method) throws InterruptedException {
    return await(notified, it -> it.method().equals(method));
  }

  void awaitLog(String part) throws InterruptedException {
    await(events, it -> it instanceof HostEvent.LogLine line && line.text().contains(part));
  }

  static <T> T await(BlockingQueue<T> queue, Predicate<T> wanted) throws InterruptedException {
    while (true) {
      T next = queue.poll(60, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("it did not happen");
      }
      if (wanted.test(next)) {
        return next;
      }
    }
  }

  void reconfigure(String toml) throws IOException {
    Files.writeString(config, toml);
  }

  @Override
  public void close() {
    client.close();
    gateway.close();
    host.close();
  }
}
