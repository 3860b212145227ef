package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.polyplug.host.HostEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** More tabs of one browser than it has connections: they share one event stream. */
class ManyTabsTest extends BrowserStage {
  private static final int TABS = 8;
  private static final String FEEDS =
      """
      () => fetch("/api/host", { headers: { Authorization: `Bearer ${sessionStorage.getItem("polyplug-token")}` } })
        .then(it => it.json()).then(it => it.feeds)
      """;

  ManyTabsTest() {
    super("wordcount");
  }

  private void log(String text) {
    stage
        .host
        .events()
        .emit(new HostEvent.LogLine("rune:example.wordcount", HostEvent.Level.INFO, text));
  }

  private List<Page> tabs() {
    Page first = page(900, 600, ColorScheme.LIGHT);
    BrowserContext browser = first.context();
    List<Page> tabs = new ArrayList<>(List.of(first));
    while (tabs.size() < TABS) {
      Page next = browser.newPage();
      next.navigate(stage.workbench.address());
      tabs.add(next);
    }
    for (Page tab : tabs) {
      tab.locator("nav.views a[href='#/logs']").click();
      assertThat(tab.locator("view-logs .lines")).isVisible();
    }
    return tabs;
  }

  @Test
  void eightTabsHearEverythingThroughOneConnection() {
    List<Page> tabs = tabs();
    log("to all of them");
    for (Page tab : tabs) {
      assertThat(tab.locator("view-logs").getByText("to all of them")).isVisible();
      assertThat(tab.locator(".state.good")).isVisible();
    }
    assertThat(tabs.getLast().evaluate(FEEDS)).isEqualTo(1);
  }

  @Test
  void theOthersHearOnWhenTheFirstIsClosed() {
    List<Page> tabs = tabs();
    while (tabs.size() > 2) {
      tabs.removeFirst().close();
    }
    log("to those who stayed");
    for (Page tab : tabs) {
      assertThat(tab.locator("view-logs").getByText("to those who stayed")).isVisible();
    }
  }

  @Test
  void aTabThatComesLaterSeesWhatIsOnTheBus() {
    Page first = at("bus");
    stage
        .host
        .bus()
        .publish(
            "tests", "test.topic", "{\"n\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(first.locator("view-bus")).containsText("test.topic");
    Page second = first.context().newPage();
    second.navigate(stage.workbench.address());
    second.locator("nav.views a[href='#/bus']").click();
    assertThat(second.locator("view-bus")).containsText("test.topic");
  }

  @Test
  void aBrowserWithoutSharedWorkersHasAStreamForEachTab() {
    Page tab = blank(900, 600, ColorScheme.LIGHT);
    tab.addInitScript("delete window.SharedWorker");
    tab.navigate(stage.workbench.address());
    tab.locator("nav.views a[href='#/logs']").click();
    assertThat(tab.locator("view-logs .lines")).isVisible();
    log("without a worker");
    assertThat(tab.locator("view-logs").getByText("without a worker")).isVisible();
  }
}
