package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of plugins, one of them closely, and what can be done with it. */
class PluginsViewTest extends BrowserStage {
  PluginsViewTest() {
    super("wordcount", "clock", "talker", "pulse", "graph");
  }

  private static Locator row(Page page, String plugin) {
    return having(page, "tr.pick", plugin);
  }

  private static Locator detail(Page page) {
    return page.locator("plugin-detail");
  }

  /** Its process, as the page tells it. */
  private static Locator process(Page page) {
    return detail(page).locator("dt:text-is('Process') + dd");
  }

  @Test
  void stateIsShownAsItChanges() {
    Page page = page();
    assertThat(row(page, "clock")).isVisible();
    stage.host.plugin("clock").tool("Clock/now").call(ToolCall.of(Json.EMPTY_OBJECT));
    assertThat(row(page, "clock").locator(".badge.good")).isVisible();
    picture(page, "plugins-light");
  }

  @Test
  void searchingLeavesWhatFits() {
    Page page = page();
    assertThat(page.locator("tr.pick")).hasCount(5);
    page.keyboard().press("/");
    page.keyboard().type("ainb");
    assertThat(page.locator("tr.pick")).hasCount(2);
  }

  @Test
  void aClickShowsOnePluginCloselyAndItsAddressDoesToo() {
    Page page = page();
    row(page, "graph").click();
    assertThat(page.getByLabel("Plugin graph")).containsText("Draws the readings");
    picture(page, "plugin");
    page.reload();
    assertThat(page.getByLabel("Plugin graph")).isVisible();
    page.getByLabel("Plugin graph").getByLabel("Close").click();
    assertThat(page.getByLabel("Plugin graph")).isHidden();
  }

  @Test
  void aPluginIsStartedAndStopped() {
    Page page = page();
    row(page, "graph").click();
    button(page, "Start").click();
    assertThat(row(page, "graph").locator(".badge.good")).isVisible();
    assertThat(process(page)).isVisible();
    button(page, "Stop").click();
    assertThat(button(page, "Start")).isVisible();
    assertThat(process(page)).hasCount(0);
  }

  @Test
  void whatAPluginSaidWhenItWasGreetedIsShown() {
    Page page = page();
    row(page, "clock").click();
    Locator handshake = page.locator("plugin-handshake");
    assertThat(handshake.locator("dt:text-is('Speaks') + dd")).hasText("bowire 1");
    assertThat(handshake.getByLabel("Capabilities").locator("li").first()).isVisible();
    assertThat(handshake.locator("pre")).isHidden();
    handshake.getByText("Its answer").click();
    assertThat(handshake.locator("pre")).containsText("\"protocolVersion\": 1");
    picture(page, "plugin-handshake");
    row(page, "wordcount").click();
    assertThat(handshake).hasCount(0);
  }

  @Test
  void whatAPluginHasStoredIsRemovedAfterALookAtTheFolder() throws IOException {
    Path data = Files.createDirectories(stage.data("graph"));
    Files.writeString(data.resolve("kept"), "something");
    Page page = page();
    row(page, "graph").click();
    button(page, "Reset storage…").click();
    Locator dialog = page.locator("dialog.storage");
    assertThat(dialog).containsText(data.toString());
    picture(page, "storage-asks");
    button(page, "Keep it").click();
    assertThat(dialog).isHidden();
    assertThat(data.resolve("kept")).exists();
    button(page, "Reset storage…").click();
    button(page, "Delete it all").click();
    assertThat(having(page, ".toast", "freed 1 file, 9 B")).isVisible();
    assertThat(dialog).isHidden();
    assertThat(data).doesNotExist();
    row(page, "clock").click();
    assertThat(page.getByLabel("Plugin clock")).isVisible();
    assertThat(button(page, "Reset storage…")).hasCount(0);
  }

  @Test
  void aReloadedPluginHasAnotherProcess() {
    Page page = page();
    row(page, "clock").click();
    assertThat(process(page)).isVisible();
    String before = process(page).textContent().replaceAll(",.*", "");
    button(page, "Reload").click();
    assertThat(having(page, ".toast", "clock was reloaded")).isVisible();
    assertThat(process(page)).hasText(Pattern.compile("^(?!" + before + ",)\\d+,.*"));
  }

  @Test
  void aPluginThatGoesOnWhenReloadedIsRestarted() {
    Page page = page();
    row(page, "graph").click();
    button(page, "Start").click();
    assertThat(process(page)).isVisible();
    String before = process(page).textContent().replaceAll(",.*", "");
    button(page, "Restart").click();
    assertThat(having(page, ".toast", "graph was started anew")).isVisible();
    assertThat(process(page)).hasText(Pattern.compile("^(?!" + before + ",)\\d+,.*"));
    page.keyboard().press("Control+k");
    page.keyboard().type("reload graph");
    page.keyboard().press("Enter");
    assertThat(having(page, ".toast", "it goes on as it is")).isVisible();
    button(page, "Stop").click();
    assertThat(button(page, "Start")).isVisible();
  }

  @Test
  void whatAContractRulesOutIsNotOffered() {
    Page page = page();
    row(page, "clock").click();
    assertThat(button(page, "Stop")).isDisabled();
    assertThat(button(page, "Stop")).hasAttribute("title", Pattern.compile(".*keeps it running.*"));
    row(page, "wordcount").click();
    assertThat(detail(page)).containsText("a process for each call");
    assertThat(button(page, "Start")).hasCount(0);
  }

  @Test
  void disablingIsKeptUntilItIsEnabled() throws IOException {
    Page page = page();
    row(page, "wordcount").click();
    button(page, "Disable").click();
    assertThat(row(page, "wordcount").locator("td:nth-child(3)")).hasText("disabled");
    assertThat(stage.switches.names()).containsExactly("rune:example.wordcount");
    assertThat(button(page, "Check")).isDisabled();
    button(page, "Enable").click();
    assertThat(row(page, "wordcount").locator("td:nth-child(3)")).hasText("ready");
    assertThat(stage.switches.names()).isEmpty();
  }

  @Test
  void checkingTellsHowItIs() {
    Page page = page();
    row(page, "clock").click();
    button(page, "Check").click();
    assertThat(page.locator(".toast")).hasText("clock is healthy");
  }

  @Test
  void anActionOfThePaletteThatIsRefusedIsToldAsTheHostTellsIt() {
    Page page = page();
    assertThat(page.locator("tr.pick")).hasCount(5);
    page.keyboard().press("Control+k");
    page.keyboard().type("stop clock");
    assertThat(page.locator("dialog.palette [aria-selected=true]")).containsText("Stop clock");
    page.keyboard().press("Enter");
    assertThat(page.locator(".toast.bad")).containsText("its contract keeps it running");
  }

  @Test
  void whoDiesIsShownWithItsLastWords() {
    Page page = page();
    row(page, "talker").click();
    assertThat(process(page)).isVisible();
    page.locator("plugin-detail a", new Page.LocatorOptions().setHasText("Tools")).click();
    having(page, ".tree-tool", "Talk/die").click();
    button(page, "Send").click();
    assertThat(page.locator(".failure")).containsText("it hurts");
    page.locator("nav.views a[href='#/plugins']").click();
    row(page, "talker").click();
    assertThat(detail(page)).containsText("Last failure");
    assertThat(having(page, "plugin-detail pre", "it hurts").first()).isVisible();
    picture(page, "plugin-died");
  }
}
