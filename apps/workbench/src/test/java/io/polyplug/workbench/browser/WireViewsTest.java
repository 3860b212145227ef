package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import io.polyplug.host.RecordedFrame;
import io.polyplug.host.Tool;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolStream;
import io.polyplug.host.flight.RecordingReader;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What goes over wires and the bus, what is logged, and the screens that plugins draw. */
class WireViewsTest extends BrowserStage {
  private static final ToolQuery FRESH =
      new ToolQuery(Optional.empty(), Map.of(), Optional.empty(), true);

  WireViewsTest() {
    super("clock", "chat", "talker", "pulse", "graph");
  }

  private void now() {
    stage.host.plugin("clock").tool("Clock/now").call(ToolCall.of(Json.EMPTY_OBJECT));
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
    stage
        .host
        .bus()
        .publish("test", "test.topic", "{\"value\":1}".getBytes(StandardCharsets.UTF_8));
    Locator topic =
        page.locator("view-bus details", new Page.LocatorOptions().setHasText("test.topic"));
    assertThat(topic).containsText("{\"value\":1}");
    stage
        .host
        .bus()
        .publish("test", "test.topic", "{\"value\":2}".getBytes(StandardCharsets.UTF_8));
    assertThat(topic).containsText("{\"value\":2}");
    topic.locator("summary").click();
    assertThat(topic.locator("pre")).containsText("\"value\": 2");
    picture(page, "bus");
  }

  @Test
  void linesAppearAndAreFoundByTheirText() {
    Page page = page(1280, 720, ColorScheme.DARK);
    page.locator("nav.views a[href='#/logs']").click();
    Locator lines = page.locator("view-logs .lines > div");
    stage.host.plugin("clock").reload();
    now();
    assertThat(lines.filter(new Locator.FilterOptions().setHasText("-> running")).first())
        .isVisible();
    page.getByLabel("Search lines").fill("-> running");
    assertThat(lines.locator("mark").first()).hasText("-> running");
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

  /** What a host says to the chat from its start on, as a browser saves it. */
  private Path recording(Page page) {
    page.getByLabel("Plugin", new Page.GetByLabelOptions().setExact(true))
        .selectOption("bowire:chat");
    Download download = page.waitForDownload(button(page, "Export")::click);
    return download.path();
  }

  @Test
  void aRecordingIsPlayedAgainAndWhatDiffersIsShown() throws IOException {
    stage.host.plugin("chat").tools(FRESH);
    Page page = at("frames");
    assertThat(button(page, "Replay…")).isDisabled();
    Path recording = recording(page);
    Locator file = page.getByLabel("Recording to play again");
    file.setInputFiles(recording);
    assertThat(page.getByLabel("Replay").locator(".badge")).hasText("the same");
    byte[] other =
        Files.readString(recording)
            .replace("Chat (JavaScript)", "Chat (another)")
            .getBytes(StandardCharsets.UTF_8);
    file.setInputFiles(new FilePayload("other.jsonl", "application/jsonl", other));
    assertThat(page.getByLabel("Replay").locator(".badge")).hasText("1 differ");
    assertThat(page.getByLabel("Replay")).containsText("Chat (another)");
    picture(page, "replay");
  }

  @Test
  void numbersAreDrawnOverTime() {
    Tool refuse = stage.host.plugin("talker").tool("Talk/refuse");
    Tool echo = stage.host.plugin("talker").tool("Talk/echo");
    echo.call(ToolCall.of(Json.EMPTY_OBJECT));
    refuse.call(ToolCall.of(Json.EMPTY_OBJECT));
    Page page = at("metrics");
    Locator meter = page.getByLabel("talker", new Page.GetByLabelOptions().setExact(true));
    assertThat(meter.locator("dd").first()).hasText("2");
    assertThat(meter).containsText(" ms");
    assertThat(meter).containsText(Pattern.compile("[1-9][0-9.]* (B|KiB) in"));
    // The newest second is the last one of the line; before the calls it lay on the ground.
    assertThat(meter.locator("path.line")).hasAttribute("d", Pattern.compile(".* 2\\.00L.*"));
    assertThat(meter).not().containsText("Streams");
    try (ToolStream stream =
        stage.host.plugin("talker").tool("Talk/flood").stream(
            ToolCall.of(Json.parse("{\"count\":12}")))) {
      assertThat(Stream.generate(stream::next).takeWhile(Optional::isPresent)).hasSize(12);
    }
    Locator streams = meter.locator("h3 + dl dd");
    assertThat(streams.first()).hasText("1");
    assertThat(streams.nth(3)).hasText("12");
    picture(page, "metrics");
  }
}
