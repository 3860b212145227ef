package io.polyplug.workbench.api;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.bowire.BowireContract;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.LogBook;
import io.polyplug.host.PluginHost;
import io.polyplug.process.ProgramLookup;
import io.polyplug.rune.RuneContract;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.workbench.Served;
import io.polyplug.workbench.Workbench;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A workbench over a host of real plugins, and a client of it over HTTP. */
public final class TalkerStage implements AutoCloseable {
  static final Path EXAMPLES = Path.of("../../examples").toAbsolutePath().normalize();

  public final Workbench workbench;
  final PluginHost host;
  final BlockingQueue<HostEvent> events = new LinkedBlockingQueue<>();
  private final LogBook logs;
  private final HttpClient client = HttpClient.newHttpClient();

  private TalkerStage(List<Path> configs) throws Exception {
    HostBuilder builder =
        PluginHost.builder()
            .contract(new RuneContract())
            .contract(new BowireContract())
            .listenerWithoutFrames(events::add);
    for (Path config : configs) {
      builder.configFile(config);
    }
    logs = builder.logBook();
    host = builder.build();
    workbench =
        Workbench.open(
            new Served("1", Instant.EPOCH, host, logs, Optional.empty(), Optional.empty()), 0);
  }

  /** Over the plugins of examples, by the name of their folder. */
  static TalkerStage ofExamples(String... folders) throws Exception {
    needs("python3", "node");
    return new TalkerStage(configs(folders));
  }

  /** Over a sidecar that does what tests need, and examples by the name of their folder. */
  public static TalkerStage ofTalker(Path folder, String... folders) throws Exception {
    needs("python3", "node");
    try (InputStream in = TalkerStage.class.getResourceAsStream("talker.py")) {
      Files.write(folder.resolve("talker.py"), Objects.requireNonNull(in).readAllBytes());
    }
    Path config = folder.resolve("polyplug.toml");
    Files.writeString(
        config,
        """
        [[plugin]]
        contract = "bowire"
        id = "talker"
        command = "python3"
        args = ["talker.py"]
        initialize_timeout = "60s"
        discover_timeout = "60s"
        """);
    List<Path> all = new ArrayList<>(configs(folders));
    all.add(config);
    return new TalkerStage(all);
  }

  private static List<Path> configs(String... folders) {
    return Stream.of(folders).map(it -> EXAMPLES.resolve(it).resolve("polyplug.toml")).toList();
  }

  public static void needs(String... programs) {
    for (String program : programs) {
      assumeTrue(ProgramLookup.ofHost().has(program), program + " is not installed");
    }
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + workbench.port() + path))
        .header("Authorization", "Bearer " + workbench.token());
  }

  HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> delete(String path) throws Exception {
    return client.send(request(path).DELETE().build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> post(String path, String body) throws Exception {
    return client.send(posting(path, body), HttpResponse.BodyHandlers.ofString());
  }

  CompletableFuture<HttpResponse<String>> begin(String path, String body) {
    return client.sendAsync(posting(path, body), HttpResponse.BodyHandlers.ofString());
  }

  /** A stream of events that a test reads one by one. */
  SentEvents follow(String path, String body) throws Exception {
    return new SentEvents(
        client.send(posting(path, body), HttpResponse.BodyHandlers.ofInputStream()).body());
  }

  private HttpRequest posting(String path, String body) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  /** What stands in a document at this path of names. */
  static Json at(Json value, String... path) {
    Json found = value;
    for (String step : path) {
      found = Objects.requireNonNull(JsonParts.find(found, step)[0], step + " in " + value);
    }
    return found;
  }

  static Json at(HttpResponse<String> answer, String... path) {
    return at(Json.parse(answer.body()), path);
  }

  public void awaitLog(String part) throws InterruptedException {
    await(it -> it instanceof HostEvent.LogLine line && line.text().contains(part));
  }

  void await(Predicate<HostEvent> wanted) throws InterruptedException {
    while (true) {
      HostEvent next = events.poll(60, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("it did not happen");
      }
      if (wanted.test(next)) {
        return;
      }
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
    workbench.close();
    host.close();
    logs.close();
  }
}
