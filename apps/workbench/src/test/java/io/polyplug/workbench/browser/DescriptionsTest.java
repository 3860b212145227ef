package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Descriptions are read as a small part of Markdown, and nothing in them does anything. */
class DescriptionsTest extends BrowserStage {
  /** Draws a text as the page does, and gives its HTML without the marks that lit leaves. */
  private static final String DRAWN =
      """
      async (text) => {
        const [{ markdown }, { render }] = await Promise.all([import("/markdown.js"), import("lit")]);
        const place = document.createElement("div");
        document.querySelector("main").append(place);
        render(markdown(text), place);
        const box = place.querySelector(".markdown");
        return box.innerHTML.replaceAll(/<!--.*?-->/g, "");
      }
      """;

  private static final String PLAIN = "async (text) => (await import('/markdown.js')).plain(text)";

  /** What is nowhere in the page, whatever a description holds. */
  private static final String HARMLESS =
      """
      () => {
        const place = [...document.querySelectorAll(".markdown")].at(-1);
        const all = [...place.querySelectorAll("*")];
        const depth = (it) => (it === place ? 0 : 1 + depth(it.parentElement));
        const known = ["P", "PRE", "UL", "OL", "LI", "EM", "STRONG", "CODE", "A"];
        const attributes = ["href", "title", "target", "rel", "start"];
        return [
          ...all.filter((it) => !known.includes(it.tagName)).map((it) => it.tagName),
          ...all.flatMap((it) => it.getAttributeNames()).filter((it) => !attributes.includes(it)),
          ...all.map((it) => it.href).filter((it) => it && !/^https?:/.test(it)),
          ...all.filter((it) => it.href && it.rel !== "noopener noreferrer").map(() => "rel"),
          ...(all.some((it) => depth(it) > 20) ? ["deep"] : []),
          ...(place.textContent.length > 10_001 ? ["long"] : []),
          ...(window.owned ? ["owned"] : []),
        ];
      }
      """;

  private static final String LINK =
      "<a target=\"_blank\" rel=\"noopener noreferrer\" href=\"%1$s\" title=\"%1$s\">%2$s</a>";

  private static final Map<String, String> MARKS =
      Map.of(
          "a *b* _c_ **d** __e__ ***f***",
          "<p>a <em>b</em> <em>c</em> <strong>d</strong> <strong>e</strong>"
              + " <strong><em>f</em></strong></p>",
          "snake_case_name 2 * 3 * 4 src/**/*.js *.ts",
          "<p>snake_case_name 2 * 3 * 4 src/**/*.js *.ts</p>",
          "\\*no\\* *a\\*b* `a *b*` ``x`y`` `open",
          "<p>*no* <em>a*b</em> <code>a *b*</code> <code>x`y</code> `open</p>",
          "**a [b *c*](https://x.example/ \"t\") d**",
          "<p><strong>a "
              + LINK.formatted("https://x.example/", "b <em>c</em>")
              + " d</strong></p>",
          "<https://x.example/?a=1> <b>b</b>",
          "<p>"
              + LINK.formatted("https://x.example/?a=1", "https://x.example/?a=1")
              + " &lt;b&gt;b&lt;/b&gt;</p>",
          "# Title #",
          "<p><strong>Title</strong></p>",
          "3. c\n4. d",
          "<ol start=\"3\"><li>c</li><li>d</li></ol>",
          "- a\n  more\n- b\n\n  - c\n\nend",
          "<ul><li>a more</li><li><p>b</p><ul><li>c</li></ul></li></ul><p>end</p>",
          "one\ntwo\r\n\r\nthree",
          "<p>one two</p><p>three</p>");

  private static final List<String> HOSTILE =
      List.of(
          "<script>window.owned=1</script>",
          "<img src=x onerror=window.owned=1>",
          "[x](javascript:window.owned=1) [y](JaVaScRiPt:window.owned=1)",
          "<javascript:window.owned=1> [x](//x.example) [x](vbscript:x)",
          "[x](data:text/html,<script>window.owned=1</script>)",
          "![x](https://x.example/x.png) [x](https://x.example/\"onclick=window.owned=1)",
          "[x](https://x.example/ \"title\" onclick=\"window.owned=1\")");

  private static final List<String> ENDLESS =
      List.of(
          "*",
          "_",
          "`",
          "[",
          "](",
          "![",
          "<",
          "\\",
          "**a ",
          "*a _b ",
          "*a*_b_",
          "- ",
          "1. ",
          "> ",
          "  - x\n",
          "```\n",
          "[a](https://x.example/ ");

  DescriptionsTest() {
    super("talker");
  }

  private static String drawn(Page page, String text) {
    return String.valueOf(page.evaluate(DRAWN, text));
  }

  @Test
  void theDescriptionOfAToolIsReadAboveItsInputAndPlainElsewhere() {
    Page page = at("tools");
    having(page, ".tree-tool", "Talk/letter").click();
    Locator about = page.locator(".request-body > .markdown");
    assertThat(about.locator("em").first()).hasText("letter");
    assertThat(about.locator("p code")).hasText("code_of_honour");
    assertThat(about.locator("ul > li > ol > li")).hasText(new String[] {"today", "or later"});
    assertThat(about.locator("pre")).hasText("{\"dear\": \"*host*\"}");
    assertThat(about).containsText("<script>window.owned=1</script>");
    assertThat(about).containsText("[nobody](javascript:window.owned=1)");
    assertThat(about.locator("a")).hasCount(1);
    assertThat(about.locator("a")).hasAttribute("title", "https://example.org/a?b=1");
    assertThat((List<?>) page.evaluate(HARMLESS)).isEmpty();
    assertThat(having(page, ".tree-tool", "Talk/letter"))
        .hasAttribute("title", Pattern.compile("Writes a letter of great length.*"));
    picture(page, "description-light");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    picture(page, "description-dark");
    having(page, ".tree-tool", "Talk/form").click();
    assertThat(page.locator(".field-note strong")).hasText("few");
  }

  @Test
  void marksMeanWhatTheyMeanInMarkdown() {
    Page page = at("tools");
    MARKS.forEach((text, html) -> assertThat(drawn(page, text)).as(text).isEqualTo(html));
  }

  @Test
  void codeBetweenFencesStaysAsItIs() {
    Page page = at("tools");
    assertThat(drawn(page, "see\n```js\na  *b*\n\n- c\n```\nafter\n~~~\nopen"))
        .isEqualTo("<p>see</p><pre>a  *b*\n\n- c</pre><p>after</p><pre>open</pre>");
  }

  @Test
  void oneLineHasNoMarks() {
    Page page = at("tools");
    assertThat(page.evaluate(PLAIN, "# A\n*b* `c`\n- [d](https://x.example/)\n- e\n```\nf\ng\n```"))
        .isEqualTo("A b c d e f g");
    assertThat((String) page.evaluate(PLAIN, "long ".repeat(1_000))).hasSize(501);
  }

  @Test
  void whatWouldDoSomethingIsAText() {
    Page page = at("tools");
    for (String text : HOSTILE) {
      drawn(page, text);
      assertThat((List<?>) page.evaluate(HARMLESS)).as(text).isEmpty();
    }
  }

  @Test
  void aMegabyteOfMarksIsCutAndNestsNoDeeper() {
    Page page = at("tools");
    for (String part : ENDLESS) {
      drawn(page, part.repeat((1 << 20) / part.length()));
      assertThat((List<?>) page.evaluate(HARMLESS)).as(part).isEmpty();
    }
  }
}
