package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** A manifest is read and tried out in the page; its contract judges while somebody types. */
class ManifestEditorTest extends BrowserStage {
  ManifestEditorTest() {
    super("wordcount", "clock", "graph");
  }

  private static Locator dialog(Page page) {
    return page.locator("dialog.manifest");
  }

  private static Locator area(Page page) {
    return dialog(page).locator("textarea");
  }

  private static Locator verdict(Page page) {
    return dialog(page).getByRole(AriaRole.STATUS);
  }

  private static void open(Page page, String plugin) {
    having(page, "tr.pick", plugin).click();
    button(page, "Manifest…").click();
    assertThat(verdict(page)).hasText("No problems");
  }

  @Test
  void whatIsBrokenIsShownAtItsLineUntilItIsMended() {
    Page page = page();
    open(page, "clock");
    assertThat(dialog(page)).containsText("examples/bowire/clock/sidecar.json");
    String good = area(page).inputValue();
    area(page).fill(good.replace("\"clock.py\"", "7"));
    assertThat(verdict(page)).hasText("1 problem, changed");
    assertThat(dialog(page).getByLabel("Problems")).containsText("\"executable\" must be a text");
    assertThat(dialog(page).locator(".editor mark")).hasText("4");
    picture(page, "manifest-light");
    button(page, "line 4").click();
    assertThat(area(page)).isFocused();
    assertThat(
            String.valueOf(
                area(page).evaluate("it => it.value.slice(it.selectionStart, it.selectionEnd)")))
        .isEqualTo("  \"executable\": 7,");
    area(page).fill(good);
    assertThat(verdict(page)).hasText("No problems");
    assertThat(dialog(page).locator(".editor mark")).hasCount(0);
  }

  @Test
  void severalProblemsAndWarningsAreToldApart() {
    Page page = page(1280, 720, ColorScheme.DARK);
    open(page, "graph");
    area(page)
        .fill(area(page).inputValue().replace("1.0.0", "one") + "\ncolour = 1\n[other]\nx = 1\n");
    assertThat(verdict(page)).hasText("1 problem, 2 warnings, changed");
    assertThat(dialog(page).locator(".editor mark")).hasCount(3);
    picture(page, "manifest-dark");
    button(page, "As in the file").click();
    assertThat(verdict(page)).hasText("No problems");
  }

  @Test
  void theTextIsTakenAwayAsItIs() throws Exception {
    Page page = page();
    open(page, "clock");
    area(page).fill("{}");
    assertThat(verdict(page)).hasText("1 problem, changed");
    Download download = page.waitForDownload(button(page, "Download")::click);
    assertThat(download.suggestedFilename()).isEqualTo("sidecar.json");
    assertThat(Files.readString(download.path())).isEqualTo("{}");
    button(page, "Close").click();
    assertThat(dialog(page)).isHidden();
  }

  @Test
  void whatHasNoManifestHasNoButton() {
    Page page = page();
    having(page, "tr.pick", "wordcount").click();
    assertThat(page.locator("plugin-detail .facts")).containsText("polyplug.toml");
    assertThat(button(page, "Manifest…")).hasCount(0);
  }
}
