package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every part of the page, judged by the rules of accessibility that a program can judge. */
class AccessTest extends BrowserStage {
  private static final String JUDGE =
      """
      async () => (await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }))
        .violations.flatMap((rule) => rule.nodes.map((it) => rule.id + ": " + it.target + " " + it.failureSummary))
      """;

  AccessTest() {
    super("clock", "talker", "pulse", "graph");
  }

  private static void load(Page page) throws IOException {
    try (InputStream in = AccessTest.class.getClassLoader().getResourceAsStream("axe.min.js")) {
      page.evaluate(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void whatHasNoNameOrNoContrastIsFound() throws IOException {
    Page page = page();
    assertThat(page.locator("tr.pick")).hasCount(4);
    load(page);
    page.evaluate(
        """
        () => {
          document.querySelector("main").append(document.createElement("input"));
          document.querySelector("h1").style.setProperty("color", "#eee");
        }
        """);
    assertThat((List<?>) page.evaluate(JUDGE))
        .anyMatch(it -> it.toString().startsWith("label:"))
        .anyMatch(it -> it.toString().startsWith("color-contrast:"));
  }

  private static void assertGood(Page page, String what) {
    assertThat((List<?>) page.evaluate(JUDGE)).as(what).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DARK"})
  void everyPartIsReadableAndNamed(ColorScheme scheme) throws IOException {
    Page page = page(1280, 720, scheme);
    assertThat(page.locator("tr.pick")).hasCount(4);
    load(page);
    stage.host.plugin("clock").tool("Clock/now").call(ToolCall.of(Json.EMPTY_OBJECT));
    assertGood(page, "plugins");
    having(page, "tr.pick", "clock").click();
    assertThat(page.getByLabel("Plugin clock")).containsText("Its last lines");
    assertGood(page, "plugin");
    button(page, "Install…").click();
    assertGood(page, "install");
    page.keyboard().press("Escape");
    page.locator("plugin-handshake summary").click();
    assertGood(page, "handshake");
    button(page, "Manifest…").click();
    page.locator("dialog.manifest textarea").fill("{\n}");
    assertThat(page.locator("dialog.manifest .problems")).isVisible();
    assertGood(page, "manifest");
    page.keyboard().press("Escape");
    Files.createDirectories(stage.data("graph"));
    having(page, "tr.pick", "graph").click();
    button(page, "Reset storage…").click();
    assertGood(page, "storage");
    page.keyboard().press("Escape");
    for (String view : List.of("frames", "bus", "logs", "metrics", "screens")) {
      page.locator("nav.views a[href='#/" + view + "']").click();
      assertThat(page.locator("view-" + view + " > *").first()).isVisible();
      assertGood(page, view);
    }
    page.locator("nav.views a[href='#/tools']").click();
    having(page, ".tree-tool", "Clock/ticks").click();
    button(page, "Send").click();
    assertThat(page.locator("stream-list [role=status]")).hasText("ended");
    page.locator(".rows .row").first().click();
    assertGood(page, "stream");
    having(page, ".tree-tool", "Talk/refuse").click();
    page.locator(".options summary").click();
    button(page, "Send").click();
    assertThat(page.locator(".failure")).isVisible();
    assertGood(page, "call");
    for (String dialog : List.of("JWT…", "OAuth…")) {
      button(page, dialog).click();
      assertThat(page.locator("dialog.token-dialog[open]")).isVisible();
      assertGood(page, dialog);
      page.keyboard().press("Escape");
    }
    having(page, ".tree-tool", "Talk/letter").click();
    button(page, "Send").click();
    assertThat(page.locator("call-result pre")).containsText("Dear host");
    button(page, "Send").click();
    button(page, "Changes").click();
    assertThat(page.locator("result-changes")).containsText("Nothing changed");
    assertGood(page, "description and changes");
    for (String panel : List.of("History", "Console", "Discovery", "Variables")) {
      button(page, panel).click();
      assertGood(page, panel);
    }
    page.keyboard().press("Control+k");
    assertGood(page, "palette");
  }
}
