package io.polyplug.workbench.api;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.ainb.AinbActions;
import io.polyplug.ainb.AinbContract;
import io.polyplug.bowire.BowireContract;
import io.polyplug.conformance.JavaTraining;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.LogBook;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.config.DisabledNames;
import io.polyplug.host.config.DisabledPlugins;
import io.polyplug.host.config.KeptSettings;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A workbench over a host of real plugins, behind its real door, and a client of it. */
public final class WorkbenchStage implements AutoCloseable {
  public static final String CLOCK = "bowire:clock";
  static final String SHELL = "rune:example.clock";
  static final String GREETING = "rune:example.greeting";

  public final PluginHost host;
  public final PackageStore store;
  public final DisabledPlugins switches;
  final KeptSettings settings;
  public final Workbench workbench;
  final BlockingQueue<HostEvent> events = new LinkedBlockingQueue<>();
  private final Path home;
  private final LogBook logs;
  private final HttpClient client = HttpClient.newHttpClient();

  /** A clock that stays, and one that is started for each call. */
  WorkbenchStage(Path folder) throws IOException {
    this(folder, List.of("clock", "shell"), "");
  }

  /** With further plugins. */
  WorkbenchStage(Path folder, String bindings) throws IOException {
    this(folder, List.of("clock", "shell"), bindings);
  }

  private WorkbenchStage(Path folder, List<String> names, String bindings) throws IOException {
    needs("python3", "node");
    home = folder.resolve("home");
    Path config = folder.resolve("polyplug.toml");
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(StagePlugins.toml(name, folder)).append('\n');
    }
    Files.writeString(config, text.append(bindings));
    Path plugins = folder.resolve("plugins");
    switches = new DisabledPlugins(folder.resolve("state"));
    settings = new KeptSettings(folder.resolve("state"));
    HostBuilder builder =
        PluginHost.builder()
            .contract(new BowireContract())
            .contract(new RuneContract())
            .contract(new AinbContract(Map.of("AINB_HOME", home.toString()), AinbActions.builtIn()))
            .configFile(config)
            .pluginsFrom(plugins)
            .disabled(info -> new DisabledNames(disabled()).has(info))
            .settings(this::kept)
            .rememberIn(folder.resolve("cache"))
            .listenerWithoutFrames(events::add);
    logs = builder.logBook();
    store = PackageStore.at(plugins, builder.contracts(), StoreSettings.DEFAULT);
    host = builder.build();
    workbench =
        Workbench.open(
            new Served(
                "0.1.0",
                Instant.now(),
                host,
                logs,
                Optional.of(store),
                Optional.of(switches),
                Optional.of(settings),
                Optional.of(JavaTraining.below(folder.resolve("cache")))),
            0);
  }

  /** Over these plugins; the folder is for what belongs to them and to the host. */
  public static WorkbenchStage of(Path folder, String... plugins) throws IOException {
    return new WorkbenchStage(folder, List.of(plugins), "");
  }

  /** Where a plugin of ainb has its data. */
  public Path data(String plugin) {
    return home.resolve("plugins").resolve(plugin);
  }

  public static void needs(String... programs) {
    for (String program : programs) {
      assumeTrue(ProgramLookup.ofHost().has(program), program + " is not installed");
    }
  }

  private Map<String, Json> kept(PluginInfo plugin) {
    try {
      return settings.of(plugin);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> disabled() {
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
    return send(posting(path, body));
  }

  HttpResponse<String> put(String path, String body) throws Exception {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(body)));
  }

  HttpResponse<String> delete(String path) throws Exception {
    return send(request(path).DELETE());
  }

  CompletableFuture<HttpResponse<String>> begin(String path, String body) {
    return client.sendAsync(posting(path, body).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder posting(String path, String body) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  /** Follows an event stream from the moment that its answer begins. */
  SentEvents follow(HttpRequest.Builder request) throws Exception {
    HttpResponse<InputStream> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    if (answer.statusCode() != 200) {
      throw new AssertionError(new String(answer.body().readAllBytes(), StandardCharsets.UTF_8));
    }
    return new SentEvents(answer.body());
  }

  SentEvents follow(String path, String body) throws Exception {
    return follow(posting(path, body));
  }

  SentEvents upload(byte[] zip) throws Exception {
    return upload("/api/packages", zip);
  }

  SentEvents upload(String path, byte[] zip) throws Exception {
    return follow(
        request(path)
            .header("Content-Type", "application/zip")
            .POST(HttpRequest.BodyPublishers.ofByteArray(zip)));
  }

  static String plugin(String key) {
    return "/api/plugins/" + URLEncoder.encode(key, StandardCharsets.UTF_8);
  }

  /** The example package as a zip. */
  public static byte[] greeting() throws IOException {
    Path folder = StagePlugins.EXAMPLES.resolve("packages/greeting");
    return zip(
        Map.of(
            "greeting.sh", Files.readAllBytes(folder.resolve("greeting.sh")),
            "rterm-plugin.json", Files.readAllBytes(folder.resolve("rterm-plugin.json"))));
  }

  /** A package of a sidecar that gets the variables with this prefix, and those that all get. */
  public static byte[] sidecar(String prefix) throws IOException {
    String manifest =
        """
        {"packageId": "packed", "protocol": {"id": "packed", "name": "Packed"},
         "executable": "run.sh", "envPrefix": "%s"}
        """
            .formatted(prefix);
    return zip(
        Map.of(
            "run.sh", "#!/bin/sh\n".getBytes(StandardCharsets.UTF_8),
            "sidecar.json", manifest.getBytes(StandardCharsets.UTF_8)));
  }

  /** Another version of it, that says something else. */
  public static byte[] greeting(String version, String words) throws IOException {
    Path folder = StagePlugins.EXAMPLES.resolve("packages/greeting");
    return zip(
        Map.of(
            "greeting.sh",
            changed(folder.resolve("greeting.sh"), version, words),
            "rterm-plugin.json",
            changed(folder.resolve("rterm-plugin.json"), version, words)));
  }

  private static byte[] changed(Path file, String version, String words) throws IOException {
    return Files.readString(file)
        .replace("1.0.0", version)
        .replace("hello from a package", words)
        .getBytes(StandardCharsets.UTF_8);
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

  static Json at(String document, String... path) {
    return at(Json.parse(document), path);
  }

  static String text(String document, String... path) {
    return String.valueOf(at(document, path).stringValue());
  }

  /** The code of an error. */
  static String code(HttpResponse<String> answer) {
    return text(answer.body(), "error", "code");
  }

  public void awaitLog(String part) throws InterruptedException {
    await(it -> it instanceof HostEvent.LogLine line && line.text().contains(part));
  }

  public HostEvent await(Predicate<HostEvent> wanted) throws InterruptedException {
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
