package io.polyplug.workbench.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotAnimations;
import io.polyplug.workbench.api.WorkbenchStage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A host with real plugins, its workbench, and a real browser that looks at it. Pages belong to a
 * test and are closed after it; what they report as errors fails it. One stage at a time: a browser
 * takes a machine for itself.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock("browser")
@ExtendWith(SharedBrowser.class)
abstract class BrowserStage {
  private static final int PATIENCE_MS = 60_000;
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private final List<BrowserContext> contexts = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();
  private final String[] plugins;
  WorkbenchStage stage;
  private Browser browser;

  /** With these plugins of the stage. */
  BrowserStage(String... plugins) {
    this.plugins = plugins.clone();
  }

  @BeforeAll
  static void needs() {
    WorkbenchStage.needs("node", "chromium");
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
  }

  @BeforeAll
  void open(@TempDir Path folder, Browser shared) throws IOException {
    browser = shared;
    stage = WorkbenchStage.of(folder, plugins);
  }

  /** The workbench in a browser of its own, as at a desk and by day. */
  Page page() {
    return page(1280, 720, ColorScheme.LIGHT);
  }

  /** The workbench in a browser of its own. */
  Page page(int width, int height, ColorScheme scheme) {
    Page page = blank(width, height, scheme);
    page.navigate(stage.workbench.address());
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

  /** The workbench with one of its views. */
  Page at(String view) {
    Page page = page();
    page.locator("nav.views a[href='#/" + view + "']").click();
    PlaywrightAssertions.assertThat(page.locator("view-" + view)).isVisible();
    return page;
  }

  /** The button that says this and nothing else. */
  static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  static Locator having(Page page, String selector, String text) {
    return page.locator(selector, new Page.LocatorOptions().setHasText(text));
  }

  /** Keeps a picture for people to look at. */
  static void picture(Page page, String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(SCREENSHOTS.resolve(name + ".png"))
            .setAnimations(ScreenshotAnimations.DISABLED));
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
    if (stage != null) {
      stage.close();
    }
  }
}
