package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import io.polyplug.workbench.api.WorkbenchStage;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The pictures of the guide, as small as they can be told from; the guide says how they get there.
 */
class GuidePicturesTest extends BrowserStage {
  private static final int MOST_BYTES = 60_000;
  private static final int WIDTH = 1100;
  private static final int HEIGHT = 620;

  private Page page;
  private String name = "";

  GuidePicturesTest() {
    super("wordcount", "slug", "clock", "chat", "pulse", "graph");
  }

  private void open(String file, ColorScheme scheme) {
    name = file;
    page = page(WIDTH, HEIGHT, scheme);
    assertThat(page.locator("tr.pick")).hasCount(6);
  }

  @AfterEach
  void isSmall() throws IOException {
    assertThat(SmallPicture.write(page.screenshot(), name)).isLessThan(MOST_BYTES);
  }

  private void tool(String name) {
    page.locator("nav.views a[href='#/tools']").click();
    having(page, ".tree-tool", name).click();
  }

  @Test
  void plugins() {
    open("workbench-plugins", ColorScheme.LIGHT);
    having(page, "tr.pick", "clock").first().click();
    assertThat(page.locator("plugin-detail")).containsText("Its last lines");
    // The folder of a test is nobody's.
    page.locator("dt:text-is('From') + dd").evaluate("it => (it.textContent = 'polyplug.toml')");
  }

  @Test
  void aCall() {
    open("workbench-call", ColorScheme.DARK);
    tool("text.count");
    page.locator("[name='input']").fill("{\"text\": \"one host for every plugin\"}");
    page.locator("[name='input']").blur();
    button(page, "Send").click();
    assertThat(page.locator("call-result .json")).containsText("\"words\": 5");
  }

  @Test
  void aStream() {
    open("workbench-stream", ColorScheme.LIGHT);
    tool("Clock/ticks");
    page.locator("[name='input.count']").fill("8");
    button(page, "Send").click();
    assertThat(page.locator("stream-list [role=status]")).hasText("ended");
    page.locator(".rows .row").nth(2).click();
  }

  @Test
  void frames() {
    open("workbench-frames", ColorScheme.DARK);
    tool("Chat/shout");
    button(page, "Open").click();
    Locator composer = page.locator(".composer textarea");
    // A key for what cannot take it yet is lost.
    assertThat(composer).isEnabled();
    composer.press("Enter");
    assertThat(page.locator(".rows .row")).hasCount(2);
    page.locator("nav.views a[href='#/frames']").click();
    having(page, "view-frames details", "HELLO").first().locator("summary").click();
    assertThat(page.locator("view-frames details[open] pre")).containsText("HELLO");
  }

  @Test
  void metrics() {
    open("workbench-metrics", ColorScheme.LIGHT);
    tool("Clock/now");
    button(page, "Send").click();
    assertThat(page.locator("call-result [role=status]")).hasText("ok");
    page.locator("nav.views a[href='#/metrics']").click();
    assertThat(page.locator(".meter")).hasCount(6);
  }

  @Test
  void aScreen() {
    open("workbench-screen", ColorScheme.DARK);
    page.locator("nav.views a[href='#/screens']").click();
    assertThat(page.locator("view-screens .unseen")).containsText("2000 readings");
  }

  @Test
  void anInstallation() throws IOException {
    open("workbench-install", ColorScheme.LIGHT);
    button(page, "Install…").click();
    page.locator("#install-file")
        .setInputFiles(
            new FilePayload("greeting.zip", "application/zip", WorkbenchStage.greeting()));
    assertThat(button(page, "Accept and install")).isVisible();
  }
}
