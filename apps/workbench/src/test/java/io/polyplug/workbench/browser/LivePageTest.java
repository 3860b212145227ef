package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import io.polyplug.bowire.BowireContract;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.LogBook;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.ToolCall;
import io.polyplug.host.config.KeptSettings;
import io.polyplug.process.ProgramLookup;
import io.polyplug.wire.Json;
import io.polyplug.workbench.Served;
import io.polyplug.workbench.Workbench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A page that is open while much happens: what it sets, what it follows, how much it bears. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock("browser")
class LivePageTest {
  private static final int PATIENCE_MS = 60_000;
  private static final int PER_SECOND = 50_000;
  private static final int SECONDS = 5;

  /** Has settings, tells what it was given, and sends so many messages in each second. */
  private static final String SIDECAR =
      """
      import json, sys, threading, time
      lock = threading.Lock()
      given = {}
      SETTINGS = [{"key": "zone", "label": "Zone", "type": "string"},
                  {"key": "loud", "label": "Loud", "type": "bool", "defaultValue": False}]
      SERVICES = [{"name": "Live", "methods": [
          {"name": "given", "methodType": "Unary"}, {"name": "rate", "methodType": "ServerStreaming"}]}]
      def write(text):
          with lock:
              sys.stdout.write(text)
              sys.stdout.flush()
      def rate(stream, each, seconds):
          head = '{"jsonrpc":"2.0","method":"$/stream/data","params":{"streamId":"' + stream + '","message":"'
          start, n = time.monotonic(), 0
          while n < each * seconds:
              due = min(each * seconds, int((time.monotonic() - start) * each) + 1)
              write("".join(head + str(i) + '"}}\\n' for i in range(n, due)))
              n = due
              time.sleep(0.005)
          took = time.monotonic() - start
          write(json.dumps({"jsonrpc": "2.0", "method": "$/stream/end", "params": {"streamId": stream, "error": None}}) + "\\n")
          print("sent %d in %.2f s" % (n, took), file=sys.stderr, flush=True)
      for line in sys.stdin:
          request = json.loads(line)
          method, params = request["method"], request.get("params") or {}
          if "id" not in request:
              continue
          if method == "initialize":
              given = params.get("settings", {})
              result = {"id": "live", "name": "Live", "settings": SETTINGS, "protocolVersion": 1}
          elif method == "discover":
              result = SERVICES
          elif method == "invokeStream":
              asked = json.loads(params["jsonMessages"][0])
              threading.Thread(target=rate, args=(params["streamId"], asked["each"], asked["seconds"]), daemon=True).start()
              result = {"streamId": params["streamId"]}
          elif method == "invoke":
              result = {"response": json.dumps(given, sort_keys=True), "status": "OK"}
          else:
              result = "pong"
          write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\\n")
          if method == "shutdown":
              break
      """;

  private final List<String> errors = new ArrayList<>();
  private final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
  private Path folder;
  private KeptSettings settings;
  private LogBook logs;
  private PluginHost host;
  private Workbench workbench;
  private Playwright playwright;
  private Browser browser;
  private Page page;

  @BeforeAll
  void open(@TempDir Path place) throws Exception {
    folder = place;
    ProgramLookup programs = ProgramLookup.ofHost();
    for (String program : List.of("chromium", "node", "python3")) {
      assumeTrue(programs.has(program), program + " is not installed");
    }
    Files.writeString(folder.resolve("live.py"), SIDECAR);
    Path config =
        Files.writeString(
            folder.resolve("polyplug.toml"),
            """
            [[plugin]]
            contract = "bowire"
            id = "live"
            command = "python3"
            args = ["live.py"]
            initialize_timeout = "60s"
            discover_timeout = "60s"
            """);
    settings = new KeptSettings(folder.resolve("state"));
    HostBuilder builder =
        PluginHost.builder()
            .contract(new BowireContract())
            .configFile(config)
            .settings(this::kept)
            .listenerWithoutCalls(this::note);
    logs = builder.logBook();
    host = builder.build();
    workbench =
        Workbench.open(
            new Served(
                "1",
                Instant.EPOCH,
                host,
                logs,
                Optional.empty(),
                Optional.empty(),
                Optional.of(settings),
                Optional.empty()),
            0);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_NODEJS_PATH",
                        programs.find("node").toString(),
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(programs.find("chromium"))
                    .setArgs(List.of("--no-sandbox", "--disable-gpu")));
  }

  private void note(HostEvent event) {
    if (event instanceof HostEvent.LogLine line) {
      said.add(line.text());
    }
  }

  private Map<String, Json> kept(PluginInfo plugin) {
    try {
      return settings.of(plugin);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void look() {
    page = browser.newContext().newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.onPageError(errors::add);
    page.navigate(workbench.address());
    assertThat(page.locator(".state.good")).isVisible(patient());
  }

  private static LocatorAssertions.IsVisibleOptions patient() {
    return new LocatorAssertions.IsVisibleOptions().setTimeout(PATIENCE_MS);
  }

  @AfterEach
  void leave() {
    page.context().close();
  }

  @AfterAll
  void close() {
    if (playwright != null) {
      playwright.close();
    }
    if (workbench != null) {
      workbench.close();
      host.close();
      logs.close();
    }
    assertEquals(List.of(), errors);
  }

  private void go(String hash) {
    page.evaluate("hash => { location.hash = hash; }", hash);
  }

  @Test
  void whatIsTypedIntoTheFormReachesThePlugin() {
    go("#/plugins/bowire%3Alive");
    page.getByLabel("Zone").fill("UTC");
    page.getByLabel("Loud").selectOption("yes");
    page.getByText("Save and start anew").click();
    assertThat(page.getByText("was started anew with its settings")).isVisible(patient());
    String given =
        host.plugin("live")
            .tool("Live/given")
            .call(ToolCall.of(Json.EMPTY_OBJECT))
            .output()
            .toString();
    assertEquals("{\"loud\": true, \"zone\": \"UTC\"}", given);
    page.reload();
    assertThat(page.getByLabel("Zone"))
        .hasValue("UTC", new LocatorAssertions.HasValueOptions().setTimeout(PATIENCE_MS));
  }

  @Test
  void settingsThatCannotBeReadAreToldWhereTheyWouldStand() throws Exception {
    Path file = folder.resolve("state/settings");
    Files.createDirectories(folder.resolve("state"));
    byte[] before = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    Files.writeString(file, "{\"plugin\":\"bowire:live\"");
    try {
      go("#/plugins/bowire%3Alive");
      assertThat(page.locator("plugin-settings [role=alert]"))
          .containsText(
              "cannot be read: mend it",
              new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS));
    } finally {
      Files.write(file, before);
    }
  }

  @Test
  void noLineIsMissedWhoeverComesAndGoesMeanwhile() throws Exception {
    AtomicLong written = new AtomicLong();
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    write("line " + written.incrementAndGet());
                    LockSupport.parkNanos(1_000_000);
                  }
                });
    try {
      for (int i = 0; i < 5; i++) {
        go("#/logs");
        assertThat(page.locator("view-logs .lines .who").first()).isVisible(patient());
        go("#/frames");
        assertThat(page.locator("view-frames")).isVisible(patient());
      }
      go("#/logs");
      assertThat(page.locator("view-logs .lines .who").first()).isVisible(patient());
    } finally {
      writer.interrupt();
      writer.join();
    }
    write("the last one");
    assertThat(page.locator("view-logs .lines").getByText("the last one")).isVisible(patient());
    Object gaps =
        page.evaluate(
            """
            () => document.querySelector("view-logs").lines.map(it => it.number)
                .filter((it, i, all) => i > 0 && it !== all[i - 1] + 1).length
            """);
    assertEquals(0, gaps);
    assertThat(page.locator("view-logs .badge.warn")).hasCount(0);
  }

  private void write(String text) {
    host.events().emit(new HostEvent.LogLine("bowire:live", HostEvent.Level.INFO, text));
  }

  @Test
  void fiftyThousandMessagesASecondAreCountedToTheLastWhileThePageAnswersClicks() throws Exception {
    int all = PER_SECOND * SECONDS;
    go("#/tools");
    page.locator(".tree-tool", new Page.LocatorOptions().setHasText("Live/rate")).click();
    button("JSON").click();
    page.locator("json-edit textarea")
        .fill("{\"each\":%d,\"seconds\":%d}".formatted(PER_SECOND, SECONDS));
    button("Send").click();
    Locator status = page.locator("stream-list [role=status]");
    Locator counters = page.locator(".counters");
    assertThat(counters)
        .containsText(
            Pattern.compile("[1-9][0-9,]* received"),
            new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS));
    Locator theme = page.locator("button[aria-label^='Theme: ']");
    List<Long> clicks = new ArrayList<>();
    while (!status.textContent().contains("ended")) {
      String before = String.valueOf(theme.getAttribute("aria-label"));
      long from = System.nanoTime();
      theme.click();
      assertThat(theme)
          .not()
          .hasAttribute(
              "aria-label",
              before,
              new LocatorAssertions.HasAttributeOptions().setTimeout(PATIENCE_MS));
      clicks.add(Duration.ofNanos(System.nanoTime() - from).toMillis());
    }
    assertNotEquals(List.of(), clicks, "the page answered nothing before the stream had ended");
    assertThat(counters)
        .containsText(
            "%,d received".formatted(all),
            new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS));
    report(all, clicks, counters.textContent().replaceAll("\\s+", " ").strip());
  }

  /** For people: how it went on this machine. */
  private void report(int all, List<Long> clicks, String counters) throws Exception {
    String sent = "";
    while (!sent.startsWith("sent ")) {
      sent = String.valueOf(said.poll(60, TimeUnit.SECONDS));
    }
    List<Long> sorted = clicks.stream().sorted().toList();
    Files.writeString(
        Path.of("target", "stream-rate.txt"),
        """
        wanted: %,d messages, %,d a second
        plugin: %s
        page:   %s
        clicks: %d while it ran, median %d ms, slowest %d ms
        """
            .formatted(
                all,
                PER_SECOND,
                sent,
                counters,
                sorted.size(),
                sorted.get(sorted.size() / 2),
                sorted.getLast()));
  }

  private Locator button(String name) {
    return page.locator(
        ".tools-main button",
        new Page.LocatorOptions().setHasText(Pattern.compile("^\\s*" + name + "\\s*$")));
  }
}
