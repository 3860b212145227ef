package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What somebody does with tools, in a real browser, with real plugins. */
class ToolsPageTest extends BrowserStage {
  private static final int MOST_ROWS = 500;

  private Page page;

  ToolsPageTest() {
    super("wordcount", "slug", "clock", "chat", "talker");
  }

  @BeforeEach
  void look() {
    page = page(1400, 900, ColorScheme.LIGHT);
    page.locator("nav a", new Page.LocatorOptions().setHasText("Tools")).click();
  }

  private void choose(String tool) {
    page.locator(".tree-tool", new Page.LocatorOptions().setHasText(tool)).first().click();
    assertThat(page.locator(".tool-head h2")).containsText(tool);
  }

  /** The button that says this and nothing else. */
  private Locator button(String name) {
    return page.locator(
        ".tools-main button",
        new Page.LocatorOptions().setHasText(Pattern.compile("^\\s*" + name + "\\s*$")));
  }

  private void write(String json) {
    button("JSON").click();
    page.locator("json-edit textarea").fill(json);
  }

  @Test
  void theFormAndTheJsonAreKeptInStep() {
    choose("Clock/ticks");
    page.locator("[name='input.count']").fill("5");
    button("JSON").click();
    assertThat(page.locator("json-edit textarea")).hasValue("{\n  \"count\": 5\n}");
    page.locator("json-edit textarea").fill("{\"count\": 12345678901234567890}");
    button("Form").click();
    assertThat(page.locator("[name='input.count']")).hasValue("12345678901234567890");
  }

  @Test
  void whatIsNoJsonSaysWhereAndIsNotSent() {
    choose("Clock/ticks");
    write("{\"count\": 1,\n  oops}");
    assertThat(page.locator(".problem-link")).containsText("line 2, column 3");
    assertThat(button("Send")).isDisabled();
  }

  @Test
  void aCallIsSentByKeyboardAndShowsItsResult() {
    choose("text.count");
    write("{\"text\":\"one two three\"}");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator("call-result [role=status]")).hasText("ok");
    assertThat(page.locator("call-result .json")).containsText("\"words\": 3");
    assertThat(page.locator("call-result .bar")).containsText(" ms · ");
  }

  @Test
  void digitsStayAsTheyWereWritten() {
    choose("Talk/echo");
    write("{\"n\":12345678901234567890.10}");
    button("Send").click();
    assertThat(page.locator("call-result .json")).containsText("12345678901234567890.10");
  }

  @Test
  void whatAPluginSaysIsTextAndNeverPartOfThePage() {
    choose("Talk/echo");
    write("{\"n\":\"<img src=x onerror=alert(1)><b>bold</b>\"}");
    button("Send").click();
    assertThat(page.locator("call-result .json")).containsText("<b>bold</b>");
    assertThat(page.locator("call-result :is(img, b)")).hasCount(0);
  }

  @Test
  void anErrorOfThePluginShowsItsCodeAndWhatCameWithIt() {
    choose("Talk/refuse");
    button("Send").click();
    assertThat(page.locator(".failure")).containsText("Unavailable");
    assertThat(page.locator("call-result .json")).containsText("closed");
  }

  @Test
  void aCallIsCancelled() throws Exception {
    choose("Talk/wait");
    button("Send").click();
    stage.awaitLog("waiting");
    button("Cancel").click();
    assertThat(page.locator(".failure")).containsText("cancelled");
  }

  @Test
  void everyMessageOfAFastStreamIsCountedWhileFewAreShown() {
    choose("Talk/flood");
    write("{\"count\":60000}");
    button("Send").click();
    assertThat(page.locator("stream-list [role=status]")).hasText("ended");
    assertThat(page.locator(".counters")).containsText("60,000 received");
    int rows = page.locator(".rows .row").count();
    assertTrue(rows > 0 && rows <= MOST_ROWS, rows + " rows");
  }

  @Test
  void aStreamIsFilteredAndOneMessageIsLookedAt() {
    choose("Talk/flood");
    write("{\"count\":50}");
    button("Send").click();
    assertThat(page.locator("stream-list [role=status]")).hasText("ended");
    page.locator(".filter").fill("\"n\":17}");
    assertThat(page.locator(".rows .row")).hasCount(1);
    page.locator(".rows .row").click();
    assertThat(page.locator(".detail")).containsText("#17");
  }

  @Test
  void aSilentStreamIsStopped() throws Exception {
    choose("Talk/silent");
    button("Send").click();
    stage.awaitLog("silent begins");
    button("Stop").click();
    assertThat(page.locator("stream-list [role=status]")).hasText("ended");
  }

  @Test
  void aChannelStaysOpenWhileAnotherToolIsLookedAt() {
    choose("Chat/shout");
    button("Open").click();
    assertThat(page.locator("stream-list [role=status]")).hasText("open");
    page.locator(".composer textarea").fill("\"one\"");
    page.locator(".composer textarea").press("Enter");
    assertThat(page.locator(".row-text")).hasText(new String[] {"\"one\"", "\"ONE\""});
    choose("text.slug");
    page.locator("nav a", new Page.LocatorOptions().setHasText("Plugins")).click();
    page.locator("nav a", new Page.LocatorOptions().setHasText("Tools")).click();
    choose("Chat/shout");
    assertThat(page.locator(".counters")).containsText("1 sent · 1 received");
    assertThat(page.locator(".counters")).containsText(Pattern.compile("[0-9]+ s$"));
    button("Close input").click();
    assertThat(page.locator("stream-list [role=status]")).hasText("ended");
    assertThat(page.locator(".rows .row").last()).containsText("\"BYE\"");
  }

  @Test
  void theHistorySendsAgainWhatWasSent() {
    choose("text.slug");
    write("{\"title\":\"Once More\"}");
    button("Send").click();
    assertThat(page.locator("call-result [role=status]")).hasText("ok");
    choose("Clock/now");
    page.locator(".history-button").click();
    page.locator(".past li", new Page.LocatorOptions().setHasText("Once More"))
        .locator("button", new Locator.LocatorOptions().setHasText("Run again"))
        .click();
    assertThat(page.locator("call-result .json")).containsText("once-more");
  }

  @Test
  void metadataThatLooksLikeASecretIsSentButNotKept() {
    choose("Talk/echo");
    page.locator(".options summary").click();
    page.locator("[aria-label='metadata name']").first().fill("Authorization");
    page.locator("[aria-label='metadata value']").first().fill("Bearer hush");
    page.locator("[aria-label='metadata name']").nth(1).fill("x-region");
    page.locator("[aria-label='metadata value']").nth(1).fill("north");
    button("Send").click();
    assertThat(page.locator("call-result [role=status]")).hasText("ok");
    String kept = String.valueOf(page.evaluate("localStorage.getItem('polyplug-history')"));
    assertTrue(kept.contains("north") && !kept.contains("hush"), kept);
  }

  @Test
  void whoHasTooManyUnderWayIsToldWhichToStop() throws Exception {
    for (String tool : List.of("Talk/silent", "Talk/wait")) {
      choose(tool);
      button("Send").click();
    }
    choose("Chat/shout");
    button("Open").click();
    assertThat(page.locator("stream-list [role=status]")).hasText("open");
    choose("Talk/echo");
    button("Send").click();
    assertThat(page.locator(".failure")).containsText("Talk/silent, Talk/wait, Chat/shout");
    stage.awaitLog("waiting");
  }

  @Test
  void theTreeIsSearchedAndWalkedByKeyboard() {
    assertThat(page.locator(".tree-tool", new Page.LocatorOptions().setHasText("text.slug")))
        .isVisible();
    page.locator("main").focus();
    page.keyboard().press("/");
    page.keyboard().type("slug");
    assertThat(page.locator(".tree-tool")).hasCount(1);
    page.keyboard().press("ArrowDown");
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Enter");
    assertThat(page.locator(".tool-head h2")).containsText("text.slug");
  }

  @Test
  void aCommandIsQuotedSoThatAShellGivesBackEveryWord() throws Exception {
    String input = "{\"text\":\"it's $HOME `x` \\\\ \\\" \\n *\"}";
    Object command =
        page.evaluate(
            "async (input) => (await import('/tools/copy-as.js'))"
                + ".asCommand('call', { plugin: \"o'hara\", tool: 'a b', input })",
            input);
    Process shell =
        new ProcessBuilder("sh", "-c", "for w in " + command + "; do printf '%s\\n' \"$w\"; done")
            .redirectErrorStream(true)
            .start();
    assertEquals(
        List.of("polyplug", "call", "o'hara", "a b", input),
        new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList());
  }
}
