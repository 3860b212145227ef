package io.polyplug.workbench;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.polyplug.host.RecordedFrame;
import io.polyplug.host.ToolCall;
import io.polyplug.host.flight.RecordingReader;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What goes over wires and the bus, what is logged, and the screens that plugins draw. */
class WireViewsTest extends BrowserStage {
  private Page at(String view) {
    Page page = page();
    page.locator("nav.views a[href='#/" + view + "']").click();
    assertThat(page.locator("view-" + view)).isVisible();
    return page;
  }

  private void now() {
    host.plugin("clock").tool("Clock/now").call(ToolCall.of(Json.EMPTY_OBJECT));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  @Test
  void framesAppearAsTheyGoAndOpenPrettyPrinted() {
    Page page = at("frames");
    now();
    Locator asked =
        page.locator("view-frames details", new Page.LocatorOptions().setHasText("→ plugin"));
    Locator call = asked.filter(new Locator.FilterOptions().setHasText("\"invoke\"")).first();
    assertThat(call).isVisible();
    call.locator("summary").click();
    assertThat(call.locator("pre")).containsText(Pattern.compile("\\{\n  \""));
    picture(page, "frames");
  }

  @Test
  void aPausedListStandsStillUntilItGoesOn() {
    Page page = at("frames");
    page.getByLabel("Filter frames").fill("\"id\"");
    now();
    assertThat(page.locator("view-frames details").first()).isVisible();
    button(page, "Pause").click();
    String first = page.locator("view-frames details").first().textContent();
    now();
    assertThat(page.locator("view-frames details").first()).hasText(first);
    button(page, "Go on").click();
    assertThat(page.locator("view-frames details").first()).not().hasText(first);
  }

  @Test
  void anExportIsARecording() throws IOException {
    now();
    Page page = at("frames");
    page.getByLabel("Plugin", new Page.GetByLabelOptions().setExact(true))
        .selectOption("bowire:clock");
    Download download = page.waitForDownload(button(page, "Export")::click);
    List<RecordedFrame> frames = RecordingReader.read(download.path());
    assertThat(frames).isNotEmpty().allMatch(it -> it.plugin().equals("bowire:clock"));
  }

  @Test
  void topicsShowTheirLastValueAndTheNextOne() {
    Page page = at("bus");
    host.bus().publish("test", "test.topic", "{\"value\":1}".getBytes(StandardCharsets.UTF_8));
    Locator topic =
        page.locator("view-bus details", new Page.LocatorOptions().setHasText("test.topic"));
    assertThat(topic).containsText("{\"value\":1}");
    host.bus().publish("test", "test.topic", "{\"value\":2}".getBytes(StandardCharsets.UTF_8));
    assertThat(topic).containsText("{\"value\":2}");
    topic.locator("summary").click();
    assertThat(topic.locator("pre")).containsText("\"value\": 2");
    picture(page, "bus");
  }

  @Test
  void linesAppearAndAreFoundByTheirText() {
    Page page = page(1280, 720, ColorScheme.DARK);
    // What happens before the page listens is not in what it hears.
    page.waitForResponse(
        it -> it.url().contains("kinds=log,state"),
        () -> page.locator("nav.views a[href='#/logs']").click());
    Locator lines = page.locator("view-logs .lines > div");
    host.plugin("clock").reload();
    now();
    assertThat(lines.filter(new Locator.FilterOptions().setHasText("→ running")).first())
        .isVisible();
    page.getByLabel("Search lines").fill("→ running");
    assertThat(lines.locator("mark").first()).hasText("→ running");
    picture(page, "logs-dark");
  }

  @Test
  void aScreenIsDrawnAndGetsKeys() {
    Page page = at("screens");
    Locator text = page.locator("view-screens .unseen");
    assertThat(text).containsText("2000 readings");
    String before = text.textContent();
    page.locator("view-screens canvas").click();
    page.keyboard().press("+");
    assertThat(text).not().hasText(before);
    picture(page, "screens");
    page.waitForResponse(
        it -> it.url().endsWith("/size") && it.status() == 200,
        () -> page.setViewportSize(900, 600));
  }

  @Test
  void numbersAreDrawnOverTime() {
    Page page = page();
    page.route(
        "**/api/metrics",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(
                        """
                        {"plugins":[{"key":"bowire:clock","calls":7,"errors":1,"p50Us":1500,"p99Us":22000,
                        "callsPerSecond":0.5,"bytesIn":2048,"bytesOut":10,"restarts":0,
                        "seconds":{"calls":[0,1,4,2],"errors":[0,0,1,0]}}]}
                        """)));
    page.locator("nav.views a[href='#/metrics']").click();
    Locator meter = page.getByLabel("clock", new Page.GetByLabelOptions().setExact(true));
    assertThat(meter).containsText("1.50 ms");
    assertThat(meter).containsText("22 ms");
    assertThat(meter).containsText("2.0 KiB in");
    assertThat(meter.locator("path.line"))
        .hasAttribute("d", "M0.00 38.00L40.00 29.00L80.00 2.00L120.00 20.00");
    assertThat(meter.locator("rect.bad")).hasCount(1);
    picture(page, "metrics");
  }
}
