package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;

/** Everything one can go to or do, by a few of its letters. */
class PaletteTest extends BrowserStage {
  PaletteTest() {
    super("wordcount", "clock");
  }

  /** The palette, with what was typed, when its first entry says this. */
  private Page typed(String letters, String first) {
    Page page = page();
    assertThat(page.locator("tr.pick")).hasCount(2);
    page.keyboard().press("Control+k");
    page.keyboard().type(letters);
    assertThat(page.locator("dialog.palette [aria-selected=true]")).containsText(first);
    return page;
  }

  @Test
  void aFewLettersLeadToAPlugin() {
    Page page = typed("wdcnt", "example.wordcount");
    picture(page, "palette");
    page.keyboard().press("Enter");
    assertThat(page.getByLabel("Plugin example.wordcount")).isVisible();
  }

  @Test
  void aToolIsChosenWithTheArrows() {
    Page page = typed("clock", "clock");
    Locator tool = having(page, "dialog.palette li", "Clock/ticks");
    assertThat(tool).isVisible();
    int downs = 0;
    while (!"true".equals(tool.getAttribute("aria-selected")) && downs < 12) {
      page.keyboard().press("ArrowDown");
      downs++;
    }
    page.keyboard().press("Enter");
    assertThat(page.locator(".tool-head h2")).containsText("Clock/ticks");
  }

  @Test
  void aPluginIsReloadedFromWhereverOneIs() {
    Page page = typed("reload clock", "Reload clock");
    page.keyboard().press("Enter");
    assertThat(page.locator(".toast.good")).containsText("clock: reload");
  }

  @Test
  void theThemeIsSwitchedAndAPackageInstalled() {
    Page page = typed("light and dark", "Switch between light and dark");
    page.keyboard().press("Enter");
    assertThat(page.locator("html")).hasAttribute("data-theme", "light");
    assertThat(page.locator("dialog.palette")).isHidden();
    page.keyboard().press("t");
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    page.keyboard().press("Control+k");
    page.keyboard().type("install");
    page.keyboard().press("Enter");
    assertThat(page.locator("dialog.install")).isVisible();
  }

  @Test
  void whatNothingHasIsSaid() {
    Page page = page();
    assertThat(page.locator("tr.pick")).hasCount(2);
    page.keyboard().press("Control+k");
    page.keyboard().type("qqqq");
    assertThat(page.locator("dialog.palette")).containsText("Nothing has these letters");
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog.palette")).isHidden();
  }
}
