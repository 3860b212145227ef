package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How an answer differs from the one before of the same tool. */
class ResultChangesTest extends BrowserStage {
  /** Random texts: what the signs say gives both texts back, and no fewer lines could be marked. */
  private static final String GIVES_BOTH_BACK =
      """
      async () => {
        const { diff } = await import("/tools/diff.js");
        let seed = 7;
        const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
        const text = () => Array.from({ length: 1 + random(7) }, () => "abc"[random(3)]).join("\\n");
        const common = (a, b) =>
          !a.length || !b.length ? 0
            : a[0] === b[0] ? 1 + common(a.slice(1), b.slice(1))
            : Math.max(common(a.slice(1), b), common(a, b.slice(1)));
        for (let i = 0; i < 500; i++) {
          const [was, is] = [text(), text()];
          const rows = diff(was, is);
          const without = (sign) => rows.filter((it) => it.sign !== sign).map((it) => it.text).join("\\n");
          const same = rows.filter((it) => it.sign === " ").length;
          if (without("+") !== was || without("-") !== is || same !== common(was.split("\\n"), is.split("\\n"))) {
            return JSON.stringify([was, is, rows]);
          }
        }
        return "";
      }
      """;

  ResultChangesTest() {
    super("talker");
  }

  private static void choose(Page page, String tool) {
    having(page, ".tree-tool", tool).click();
    assertThat(page.locator(".tool-head h2")).containsText(tool);
  }

  /**
   * Sends it and waits until it was answered: then the button is no longer that of the answer
   * before.
   */
  private static void send(Page page, String json, String answer) {
    page.locator(".tabs button", new Page.LocatorOptions().setHasText("JSON")).click();
    page.locator("json-edit textarea").fill(json);
    button(page, "Send").click();
    assertThat(page.locator("call-result .result-body")).containsText(answer);
  }

  private static String list(int from, int to, String more) {
    return IntStream.range(from, to)
        .mapToObj(it -> "\"line " + it + "\"")
        .collect(Collectors.joining(",", "{\"all\":[", "],\"more\":\"" + more + "\"}"));
  }

  @Test
  void whatWasAddedAndRemovedIsMarkedAndTheRestIsFolded() {
    Page page = at("tools");
    choose(page, "Talk/echo");
    send(page, list(0, 30, "first"), "first");
    assertThat(button(page, "Changes")).hasCount(0);
    send(page, list(0, 30, "second"), "second");
    button(page, "Changes").click();
    assertThat(page.locator("result-changes [role=status]"))
        .hasText("Since the answer before: 1 line added, 1 removed");
    assertThat(page.locator("result-changes ins")).hasText("+  \"more\": \"second\"");
    assertThat(page.locator("result-changes del")).hasText("-  \"more\": \"first\"");
    assertThat(page.locator("result-changes div.diff-row")).hasCount(4);
    picture(page, "changes-light");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    picture(page, "changes-dark");
    button(page, "… 30 lines").click();
    assertThat(page.locator("result-changes div.diff-row")).hasCount(34);
  }

  @Test
  void whatIsTheSameIsSaidAndStaysWithItsTool() {
    Page page = at("tools");
    choose(page, "Talk/echo");
    send(page, "{\"n\":1}", "\"n\": 1");
    send(page, "{\"n\":2}", "\"n\": 2");
    button(page, "Changes").click();
    send(page, "{\"n\":2}", "Nothing changed since the answer before.");
    choose(page, "Talk/letter");
    button(page, "Send").click();
    assertThat(page.locator("call-result pre")).containsText("Dear host");
    assertThat(button(page, "Changes")).hasCount(0);
    choose(page, "Talk/echo");
    assertThat(page.locator("result-changes")).containsText("Nothing changed");
    assertThat(String.valueOf(page.evaluate("JSON.stringify([localStorage, sessionStorage])")))
        .doesNotContain("\\\"n\\\": 2");
  }

  @Test
  void whatIsTooLongToCompareIsSaid() {
    Page page = at("tools");
    choose(page, "Talk/echo");
    send(page, list(0, 3, "short"), "short");
    send(page, list(0, 2_001, "long"), "1901 more");
    button(page, "Changes").click();
    assertThat(page.locator("result-changes")).containsText("one of these two is longer");
    assertThat(page.locator("result-changes .diff")).hasCount(0);
  }

  @Test
  void theSignsGiveBothTextsBackAndAreFew() {
    Page page = at("tools");
    assertThat(page.evaluate(GIVES_BOTH_BACK)).isEqualTo("");
    assertThat(
            page.evaluate(
                "async () => (await import('/tools/diff.js')).diff('x', 'y\\n'.repeat(2000))"))
        .isNull();
  }
}
