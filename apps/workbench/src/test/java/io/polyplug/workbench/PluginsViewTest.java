package io.polyplug.workbench;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The list of plugins, one of them closely, and the dialog that installs another. */
class PluginsViewTest extends BrowserStage {
  private static final String STREAM = "text/event-stream";

  private static Locator row(Page page, String plugin) {
    return page.locator("tr.pick", new Page.LocatorOptions().setHasText(plugin));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Route.FulfillOptions json(String body) {
    return new Route.FulfillOptions().setContentType("application/json").setBody(body);
  }

  @Test
  void stateIsShownAsItChanges() {
    Page page = page();
    assertThat(row(page, "clock")).isVisible();
    host.plugin("clock").tool("Clock/now").call(ToolCall.of(Json.EMPTY_OBJECT));
    assertThat(row(page, "clock").locator(".badge.good")).isVisible();
    picture(page, "plugins-light");
  }

  @Test
  void searchingLeavesWhatFits() {
    Page page = page();
    assertThat(page.locator("tr.pick")).hasCount(4);
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
  void aRefusedActionIsToldAsTheHostTellsIt() {
    Page page = page();
    page.route(
        "**/api/plugins/*/reload",
        route ->
            route.fulfill(
                json("{\"error\":{\"code\":\"busy\",\"message\":\"graph is busy\"}}")
                    .setStatus(409)));
    row(page, "graph").click();
    button(page, "Reload").click();
    assertThat(page.locator(".toast")).hasText("graph is busy");
  }

  @Test
  void uninstallingIsAskedForOnce() {
    Page page = page();
    page.route(
        "**/api/plugins",
        route -> {
          String body = route.fetch().text();
          route.fulfill(json(body.replace("\"installed\":false", "\"installed\":true")));
        });
    page.route(
        "**/api/plugins/ainb%3Agraph",
        route ->
            route.fulfill(
                route.request().method().equals("DELETE")
                    ? json("{\"ok\":true}")
                    : json("{\"commandLine\":[\"./graph\"]}")));
    row(page, "graph").click();
    assertThat(page.locator("plugin-detail pre")).hasText("./graph");
    button(page, "Uninstall…").click();
    Request request =
        page.waitForRequest(it -> it.method().equals("DELETE"), button(page, "Uninstall")::click);
    assertThat(request.url()).endsWith("/api/plugins/ainb%3Agraph");
    assertThat(page.locator(".toast")).hasText("graph was uninstalled");
  }

  private Page installing() {
    Page page = blank(1280, 720, ColorScheme.LIGHT);
    page.route(
        "**/api/host",
        route ->
            route.fulfill(
                json(route.fetch().text().replace("\"installs\":false", "\"installs\":true"))));
    page.navigate(workbench.address());
    return page;
  }

  @Test
  void aPackageIsSentAsItIsAndARefusalIsShown() {
    Page page = installing();
    page.route(
        "**/api/packages",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType(STREAM)
                    .setBody(
                        "event: refused\ndata: {\"message\":\"the package has no manifest\"}\n\n")));
    button(page, "Install…").click();
    picture(page, "install");
    byte[] zip = "PK, nearly".getBytes(StandardCharsets.UTF_8);
    Request sent =
        page.waitForRequest(
            "**/api/packages",
            () ->
                page.locator("#install-file")
                    .setInputFiles(new FilePayload("a.zip", "application/zip", zip)));
    assertThat(sent.headerValue("content-type")).isEqualTo("application/zip");
    assertThat(page.locator("dialog.install .note")).hasText("the package has no manifest");
  }

  @Test
  void anAddressIsAskedForAndAnInstalledPluginIsTold() {
    Page page = installing();
    page.route(
        "**/api/packages",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType(STREAM)
                    .setBody(
                        """
                        event: progress
                        data: {"what":"fetching","done":1,"total":2}

                        event: installed
                        data: {"plugin":"greeting","contract":"rune"}

                        """)));
    button(page, "Install…").click();
    page.locator("#install-source").fill("oci://registry.example/greeting:1");
    Request sent = page.waitForRequest("**/api/packages", button(page, "Fetch")::click);
    assertThat(sent.postData()).isEqualTo("{\"source\":\"oci://registry.example/greeting:1\"}");
    assertThat(page.locator(".toast")).hasText("greeting is installed");
    assertThat(page.locator("dialog.install")).isHidden();
  }
}
