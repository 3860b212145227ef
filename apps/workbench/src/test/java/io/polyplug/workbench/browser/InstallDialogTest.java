package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.JSHandle;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import io.polyplug.workbench.api.WorkbenchStage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Installing from a browser, to the end: nothing is there before somebody has said yes. */
class InstallDialogTest extends BrowserStage {
  private static final String ID = "example.greeting";

  InstallDialogTest() {
    super("wordcount");
  }

  private static Locator dialog(Page page) {
    return page.locator("dialog.install");
  }

  private static void choose(Page page, byte[] zip) {
    button(page, "Install…").click();
    page.locator("#install-file")
        .setInputFiles(new FilePayload("greeting.zip", "application/zip", zip));
  }

  /** Lets go of a file over the list. */
  private static void drop(Page page, byte[] zip) {
    JSHandle files =
        page.evaluateHandle(
            """
            (base64) => {
              const files = new DataTransfer();
              const bytes = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
              files.items.add(new File([bytes], "greeting.zip", { type: "application/zip" }));
              return files;
            }
            """,
            Base64.getEncoder().encodeToString(zip));
    Locator list = page.locator("view-plugins > div");
    list.dispatchEvent("dragover", Map.of("dataTransfer", files));
    assertThat(page.locator("view-plugins > .drop")).isVisible();
    list.dispatchEvent("drop", Map.of("dataTransfer", files));
  }

  private void uninstall(Page page) {
    button(page, "Uninstall…").click();
    button(page, "Uninstall").click();
    assertThat(having(page, ".toast", "was uninstalled")).isVisible();
    assertThat(having(page, "tr.pick", ID)).hasCount(0);
    assertThat(stage.store.ids()).isEmpty();
  }

  @Test
  void aPackageIsShownBeforeItIsInstalledAndGoneWhenItIsUninstalled() throws Exception {
    Page page = page();
    choose(page, WorkbenchStage.greeting());
    assertThat(dialog(page)).containsText("Install this plugin?");
    assertThat(dialog(page)).containsText(ID);
    assertThat(dialog(page)).containsText("greeting.sh");
    assertThat(dialog(page)).containsText("A plugin is a program");
    assertThat(stage.store.ids()).isEmpty();
    picture(page, "install-asks");
    button(page, "Accept and install").click();
    assertThat(having(page, ".toast", ID + " is installed")).isVisible();
    assertThat(page.getByLabel("Plugin " + ID)).isVisible();
    assertThat(stage.store.ids()).containsExactly(ID);
    button(page, "Uninstall…").click();
    button(page, "Keep it").click();
    assertThat(stage.store.ids()).containsExactly(ID);
    uninstall(page);
  }

  @Test
  void whichVariablesOfTheHostItGetsIsShownByName() throws Exception {
    Page page = page();
    choose(page, WorkbenchStage.greeting());
    assertThat(dialog(page).locator(".variables")).containsText("No variable.");
    button(page, "Refuse").click();
    choose(page, WorkbenchStage.sidecar(""));
    Locator variables = dialog(page).locator(".variables");
    assertThat(variables).containsText("PATH");
    assertThat(variables).not().containsText(System.getenv("PATH"));
    picture(page, "install-variables");
    button(page, "Refuse").click();
    assertThat(dialog(page)).isHidden();
  }

  @Test
  void aRefusedPackageLeavesNothing() throws Exception {
    Page page = page();
    choose(page, WorkbenchStage.greeting());
    page.waitForResponse(
        it -> it.url().contains("/api/packages/") && it.ok(), button(page, "Refuse")::click);
    assertThat(dialog(page)).isHidden();
    assertThat(stage.store.ids()).isEmpty();
  }

  @Test
  void whoClosesTheDialogHasSaidNo() throws Exception {
    Page page = page();
    choose(page, WorkbenchStage.greeting());
    assertThat(dialog(page)).containsText("Install this plugin?");
    page.waitForResponse(
        it -> it.url().contains("/api/packages/"), () -> page.keyboard().press("Escape"));
    assertThat(dialog(page)).isHidden();
    assertThat(stage.store.ids()).isEmpty();
  }

  @Test
  void aPackageIsDroppedOnTheList() throws Exception {
    Page page = page();
    assertThat(page.locator("tr.pick")).hasCount(1);
    drop(page, WorkbenchStage.greeting());
    button(page, "Accept and install").click();
    assertThat(page.getByLabel("Plugin " + ID)).isVisible();
    uninstall(page);
  }

  @Test
  void whatIsNoPackageIsRefusedWithTheReason() {
    Page page = page();
    choose(page, new byte[100]);
    assertThat(dialog(page).locator(".note")).containsText("cannot be installed");
    assertThat(page.locator("#install-source")).isVisible();
  }

  @Test
  void aPackageIsFetchedFromAnAddress() throws Exception {
    byte[] zip = WorkbenchStage.greeting();
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(server, zip));
      Page page = page();
      button(page, "Install…").click();
      page.locator("#install-source")
          .fill("http://127.0.0.1:" + server.getLocalPort() + "/greeting.zip");
      button(page, "Fetch").click();
      button(page, "Accept and install").click();
      assertThat(page.getByLabel("Plugin " + ID)).containsText("/greeting.zip");
      uninstall(page);
    }
  }

  /** Answers every request with this file, until it is closed. */
  private static void serve(ServerSocket server, byte[] file) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        while (!lines.readLine().isEmpty()) {
          // Only the end of the headers matters.
        }
        String head =
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + file.length + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().write(file);
      } catch (IOException e) {
        // Closed, or the client is gone.
      }
    }
  }

  @Test
  void anInstalledPluginIsUpdatedAfterAnotherLook() throws Exception {
    Page page = page();
    choose(page, WorkbenchStage.greeting());
    button(page, "Accept and install").click();
    assertThat(page.getByLabel("Plugin " + ID)).isVisible();
    button(page, "Update…").click();
    assertThat(dialog(page)).containsText("It was uploaded");
    byte[] newer = WorkbenchStage.greeting("2.0.0", "hello again");
    page.locator("#install-file")
        .setInputFiles(new FilePayload("greeting.zip", "application/zip", newer));
    assertThat(dialog(page)).containsText("1.0.0 → 2.0.0");
    picture(page, "update-asks");
    button(page, "Accept and update").click();
    assertThat(having(page, ".toast", ID + " is updated to 2.0.0")).isVisible();
    assertThat(page.getByLabel("Plugin " + ID).locator("dt:text-is('Version') + dd"))
        .hasText("2.0.0");
    uninstall(page);
  }

  @Test
  void aPathOfThisMachineIsNotTaken() {
    Page page = page();
    button(page, "Install…").click();
    page.locator("#install-source").fill("/etc");
    page.keyboard().press("Enter");
    assertThat(dialog(page).locator(".note")).containsText("found /etc");
  }
}
