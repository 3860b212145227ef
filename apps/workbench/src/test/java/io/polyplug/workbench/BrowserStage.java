package io.polyplug.workbench;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.polyplug.host.PluginHost;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProgramLookup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A host with the example plugins, its workbench, and a real browser that looks at it. Pages belong
 * to a test and are closed after it; what they report as errors fails it. One stage at a time: a
 * browser takes a machine for itself.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock("browser")
abstract class BrowserStage {
  private static final int PATIENCE_MS = 60_000;
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private final List<BrowserContext> contexts = new ArrayList<>();
  final List<String> errors = new ArrayList<>();
  PluginHost host;
  Workbench workbench;
  private ExampleHost examples;
  private Playwright playwright;
  private Browser browser;

  @BeforeAll
  void open(@TempDir Path folder) throws IOException {
    ProgramLookup programs = ProgramLookup.ofHost();
    assumeTrue(programs.has("node"), "node is not installed");
    assumeTrue(programs.has("chromium"), "chromium is not installed");
    examples = ExampleHost.open(folder);
    host = examples.host();
    workbench = examples.workbench();
    playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_NODEJS_PATH",
                        found(programs, "node").toString(),
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(found(programs, "chromium"))
                    .setArgs(List.of("--no-sandbox", "--disable-gpu")));
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
  }

  private static Path found(ProgramLookup programs, String name) throws IOException {
    try {
      return programs.find(name);
    } catch (LaunchFailure e) {
      throw new IOException(e);
    }
  }

  /** The workbench in a browser of its own, as at a desk and by day. */
  Page page() {
    return page(1280, 720, ColorScheme.LIGHT);
  }

  /** The workbench in a browser of its own. */
  Page page(int width, int height, ColorScheme scheme) {
    Page page = blank(width, height, scheme);
    page.navigate(workbench.address());
    return page;
  }

  /** A browser of its own that has gone nowhere yet. */
  Page blank(int width, int height, ColorScheme scheme) {
    BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions().setViewportSize(width, height).setColorScheme(scheme));
    contexts.add(context);
    context.setDefaultTimeout(PATIENCE_MS);
    Page page = context.newPage();
    page.onPageError(errors::add);
    return page;
  }

  /** Keeps a picture for people to look at. */
  static void picture(Page page, String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
  }

  @AfterEach
  void leave() {
    contexts.forEach(BrowserContext::close);
    contexts.clear();
    List<String> seen = List.copyOf(errors);
    errors.clear();
    if (!seen.isEmpty()) {
      throw new AssertionError("the page failed: " + seen);
    }
  }

  @AfterAll
  void close() {
    if (browser != null) {
      browser.close();
    }
    if (playwright != null) {
      playwright.close();
    }
    if (examples != null) {
      examples.close();
    }
  }
}
