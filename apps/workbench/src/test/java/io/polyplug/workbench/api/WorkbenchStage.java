package io.polyplug.workbench.api;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.bowire.BowireContract;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.LogBook;
import io.polyplug.host.PluginHost;
import io.polyplug.host.config.DisabledNames;
import io.polyplug.host.config.DisabledPlugins;
import io.polyplug.install.PackageStore;
import io.polyplug.install.StoreSettings;
import io.polyplug.process.ProgramLookup;
import io.polyplug.rune.RuneContract;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.workbench.Served;
import io.polyplug.workbench.Workbench;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A workbench over a host of the example plugins, behind its real door, and a client of it. */
final class WorkbenchStage implements AutoCloseable {
  static final String CLOCK = "bowire:clock";
  static final String SHELL = "rune:example.clock";
  static final String GREETING = "rune:example.greeting";
  static final Path EXAMPLES = Path.of("..", "..", "examples").toAbsolutePath().normalize();

  final PluginHost host;
  final PackageStore store;
  final DisabledPlugins switches;
  final Workbench workbench;
  final BlockingQueue<HostEvent> events = new LinkedBlockingQueue<>();
  private final LogBook logs;
  private final HttpClient client = HttpClient.newHttpClient();

  WorkbenchStage(Path folder) throws IOException {
    assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
    Path config = folder.resolve("polyplug.toml");
    Files.writeString(
        config,
        """
        [[plugin]]
        contract = "bowire"
        folder = "%s"
        initialize_timeout = "60s"

        [[plugin]]
        contract = "rune"
        id = "example.clock"
        command = "%s"
        env = { PATH = "/usr/bin:/bin" }
        capabilities = ["tool.execute"]
        timeout = "60s"
        handshake_timeout = "60s"
        teardown_timeout = "5s"
        tools = ["clock.now"]
        """
            .formatted(EXAMPLES.resolve("bowire/clock"), EXAMPLES.resolve("rune/clock.sh")));
    Path plugins = folder.resolve("plugins");
    switches = new DisabledPlugins(folder.resolve("state"));
    HostBuilder builder =
        PluginHost.builder()
            .contract(new BowireContract())
            .contract(new RuneContract())
            .configFile(config)
            .pluginsFrom(plugins)
            .disabled(info -> new DisabledNames(names()).has(info))
            .listenerWithoutFrames(events::add);
    logs = builder.logBook();
    store = PackageStore.at(plugins, builder.contracts(), StoreSettings.DEFAULT);
    host = builder.build();
    workbench =
        Workbench.open(
            new Served("1", Instant.EPOCH, host, logs, Optional.of(store), Optional.of(switches)),
            0);
  }

  private List<String> names() {
    try {
      return switches.names();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A request with the token. */
  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + workbench.port() + path))
        .header("Authorization", "Bearer " + workbench.token());
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws Exception {
    return send(request(path));
  }

  HttpResponse<String> post(String path, String body) throws Exception {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  HttpResponse<String> delete(String path) throws Exception {
    return send(request(path).DELETE());
  }

  /** Follows an event stream from the moment that its answer begins. */
  EventReader follow(HttpRequest.Builder request) throws Exception {
    HttpResponse<InputStream> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    if (answer.statusCode() != 200) {
      throw new AssertionError(new String(answer.body().readAllBytes(), StandardCharsets.UTF_8));
    }
    return new EventReader(answer.body());
  }

  EventReader upload(byte[] zip) throws Exception {
    return follow(
        request("/api/packages")
            .header("Content-Type", "application/zip")
            .POST(HttpRequest.BodyPublishers.ofByteArray(zip)));
  }

  static String plugin(String key) {
    return "/api/plugins/" + URLEncoder.encode(key, StandardCharsets.UTF_8);
  }

  /** The example package as a zip. */
  static byte[] greeting() throws IOException {
    return zip(
        Map.of(
            "greeting.sh", Files.readAllBytes(EXAMPLES.resolve("packages/greeting/greeting.sh")),
            "rterm-plugin.json",
                Files.readAllBytes(EXAMPLES.resolve("packages/greeting/rterm-plugin.json"))));
  }

  static byte[] zip(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
      }
    }
    return bytes.toByteArray();
  }

  static Json at(String document, String... path) {
    Json found = Json.parse(document);
    for (String step : path) {
      found = Objects.requireNonNull(JsonParts.members(found).get(step), step + ": " + document);
    }
    return found;
  }

  static String text(String document, String... path) {
    return String.valueOf(at(document, path).stringValue());
  }

  /** The code of an error. */
  static String code(HttpResponse<String> answer) {
    return text(answer.body(), "error", "code");
  }

  HostEvent await(Predicate<HostEvent> wanted) throws InterruptedException {
    while (true) {
      HostEvent next = events.poll(60, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("it did not happen");
      }
      if (wanted.test(next)) {
        return next;
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
