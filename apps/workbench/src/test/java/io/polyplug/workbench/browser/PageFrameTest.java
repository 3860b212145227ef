package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.polyplug.workbench.api.WorkbenchStage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The frame around all views. */
class PageFrameTest extends BrowserStage {
  PageFrameTest() {
    super("wordcount", "clock", "pulse", "graph");
  }

  private static final String BACKGROUND = "getComputedStyle(document.body).backgroundColor";

  private static Locator title(Page page) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("").setLevel(1));
  }

  @Test
  void theTokenLeavesTheAddressAndStaysInTheTab() {
    Page page = page();
    assertThat(page.getByRole(AriaRole.STATUS).first()).isVisible();
    assertThat(page.locator("tr.pick")).hasCount(4);
    assertThat(page.url()).doesNotContain("token");
    page.reload();
    assertThat(page.locator("tr.pick")).hasCount(4);
  }

  @Test
  void whoHasNoTokenIsToldWhereToGetIt() {
    Page page = blank(1280, 720, ColorScheme.LIGHT);
    page.navigate("http://127.0.0.1:" + stage.workbench.port() + "/");
    assertThat(page.getByRole(AriaRole.ALERT).first()).containsText("polyplug up");
    assertThat(page.locator(".state")).hasText("not connected");
  }

  @Test
  void numbersLeadToTheViewsAndBackGoesBack() {
    Page page = page();
    assertThat(page.locator("tr.pick")).hasCount(4);
    page.keyboard().press("4");
    assertThat(title(page)).hasText("Bus");
    assertThat(page).hasURL(Pattern.compile(".*#/bus$"));
    page.goBack();
    assertThat(title(page)).hasText("Plugins");
  }

  @Test
  void theQuestionMarkShowsTheKeysAndEscapeHidesThem() {
    Page page = page();
    assertThat(page.locator("tr.pick")).hasCount(4);
    page.keyboard().press("?");
    assertThat(page.locator("dialog.help")).isVisible();
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog.help")).isHidden();
  }

  @Test
  void theThemeIsTheSystemsUntilAnotherIsChosenWhichIsKept() {
    Page page = page(1280, 720, ColorScheme.DARK);
    assertThat(page.locator("tr.pick")).hasCount(4);
    Object dark = page.evaluate(BACKGROUND);
    picture(page, "plugins-dark");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Theme: auto")).click();
    assertThat(page.locator("html")).hasAttribute("data-theme", "light");
    assertThat(page.evaluate(BACKGROUND)).isNotEqualTo(dark);
    page.reload();
    assertThat(page.locator("html")).hasAttribute("data-theme", "light");
  }

  @Test
  void onAPhoneTheViewsAreAtTheBottomAndNothingIsWiderThanThePage() {
    Page page = page(390, 844, ColorScheme.LIGHT);
    assertThat(page.locator("tr.pick")).hasCount(4);
    picture(page, "plugins-phone");
    assertThat(page.locator("nav.views").boundingBox().y).isGreaterThan(700);
    for (String view :
        new String[] {"plugins", "tools", "frames", "bus", "logs", "metrics", "screens"}) {
      page.locator("nav.views a[href='#/" + view + "']").click();
      assertThat(page.locator("view-" + view)).isVisible();
      assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
          .as(view)
          .isEqualTo(true);
    }
  }

  @Test
  void aViewThatIsSlowToLoadCallsNobodyBack() {
    Page page = blank(1280, 720, ColorScheme.LIGHT);
    List<Route> held = new ArrayList<>();
    page.route("**/views/plugins.js", held::add);
    page.navigate(stage.workbench.address());
    page.locator("nav.views a[href='#/logs']").click();
    assertThat(page.locator("view-logs")).isVisible();
    page.waitForResponse("**/views/plugins.js", () -> held.getFirst().resume());
    page.evaluate("import('/views/plugins.js').then(() => new Promise(requestAnimationFrame))");
    assertThat(page.locator("view-logs")).isVisible();
    assertThat(title(page)).hasText("Logs");
  }

  @Test
  void aHostThatIsGoneIsSaidAndFoundAgain() {
    Page page = page();
    assertThat(page.locator(".state")).hasText("connected");
    // What a worker asks for cannot be kept from it here.
    page.addInitScript("delete window.SharedWorker");
    page.route("**/api/events*", route -> route.abort());
    page.reload();
    assertThat(page.locator(".banner")).isVisible();
    page.unroute("**/api/events*");
    assertThat(page.locator(".state")).hasText("connected");
    assertThat(page.locator(".banner")).isHidden();
  }

  @Test
  void aHostThatEndsIsSaidInEveryTab(@TempDir Path folder) throws Exception {
    Page first = blank(1280, 720, ColorScheme.LIGHT);
    Page second = first.context().newPage();
    try (WorkbenchStage other = WorkbenchStage.of(folder, "wordcount")) {
      for (Page page : List.of(first, second)) {
        page.navigate(other.workbench.address());
        assertThat(page.locator(".state")).hasText("connected");
      }
    }
    for (Page page : List.of(first, second)) {
      assertThat(page.locator(".banner")).isVisible();
    }
  }

  /** The contrast of two colours of the page, as WCAG counts it. */
  private static final String CONTRAST =
      """
      ([front, back]) => {
        const light = (name) => {
          const probe = document.createElement("i");
          probe.style.setProperty("color", `var(--${name})`);
          document.body.append(probe);
          const parts = getComputedStyle(probe).color.match(/[0-9.]+/g).slice(0, 3);
          probe.remove();
          const [r, g, b] = parts.map((it) => {
            const part = it / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
        };
        const [one, other] = [light(front), light(back)];
        return Math.max(one, other) / Math.min(one, other);
      }
      """;

  @Test
  void textCanBeReadInBothThemes() {
    List<List<String>> pairs =
        List.of(
            List.of("text", "bg"),
            List.of("text", "panel"),
            List.of("text", "code-bg"),
            List.of("text", "accent-soft"),
            List.of("dim", "bg"),
            List.of("dim", "panel"),
            List.of("dim", "raised"),
            List.of("dim", "accent-soft"),
            List.of("dim", "code-bg"),
            List.of("accent", "panel"),
            List.of("accent", "accent-soft"),
            List.of("on-accent", "accent"),
            List.of("good", "good-soft"),
            List.of("good", "panel"),
            List.of("warn", "warn-soft"),
            List.of("bad", "bad-soft"),
            List.of("bad", "panel"));
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      Page page = page(1280, 720, scheme);
      assertThat(page.locator("tr.pick")).hasCount(4);
      for (List<String> pair : pairs) {
        double contrast = ((Number) page.evaluate(CONTRAST, pair)).doubleValue();
        assertThat(contrast).as(scheme + " " + pair).isGreaterThanOrEqualTo(4.5);
      }
    }
  }
}
