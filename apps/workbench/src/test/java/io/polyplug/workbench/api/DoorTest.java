package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.CLOCK;
import static io.polyplug.workbench.api.WorkbenchStage.plugin;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Who may use the API: nobody but who knows the token, under a name of this machine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DoorTest {
  /** One of each kind: a document, a change, an event stream, an upload, the text of Prometheus. */
  private static final List<String[]> ROUTES =
      List.of(
          new String[] {"GET", "/api/plugins"},
          new String[] {"POST", plugin(CLOCK) + "/disable"},
          new String[] {"DELETE", plugin(CLOCK)},
          new String[] {"GET", "/api/events"},
          new String[] {"POST", "/api/packages"},
          new String[] {"GET", "/metrics"},
          new String[] {"GET", "/api/openapi.json"},
          new String[] {"GET", "/api/nothing"});

  private WorkbenchStage stage;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    stage = new WorkbenchStage(folder);
  }

  @AfterAll
  void close() {
    stage.close();
  }

  private String host() {
    return "Host: 127.0.0.1:" + stage.workbench.port();
  }

  private String token() {
    return "Authorization: Bearer " + stage.workbench.token();
  }

  private void assertAll(String status, String... headers) throws Exception {
    for (String[] route : ROUTES) {
      List<String> all = new ArrayList<>(List.of(headers));
      all.add("Content-Length: 0");
      try (RawBrowser browser = new RawBrowser(stage.workbench)) {
        assertThat(browser.ask(route[0], route[1], all).statusLine())
            .as(route[0] + " " + route[1])
            .contains(status);
      }
    }
    assertThat(stage.switches.names()).as("nothing was done").isEmpty();
  }

  @Test
  void withoutTheTokenNothingIsServed() throws Exception {
    assertAll("401", host());
  }

  @Test
  void withAWrongTokenNothingIsServed() throws Exception {
    assertAll("401", host(), "Authorization: Bearer " + "0".repeat(48));
    assertAll("401", host(), "Authorization: Basic " + stage.workbench.token());
  }

  @Test
  void underAForeignNameNothingIsServed() throws Exception {
    assertAll("403", "Host: evil.example:" + stage.workbench.port(), token());
    assertAll("403", "Host: 127.0.0.1:1", token());
  }

  @Test
  void forAForeignPageNothingIsServed() throws Exception {
    assertAll("403", host(), token(), "Origin: http://evil.example");
    assertAll("403", host(), token(), "Origin: null");
  }

  @Test
  void aBodyThatIsTooLargeIsRefused() throws Exception {
    String large = "\"" + "x".repeat(17 << 20) + "\"";
    assertThat(stage.post("/api/packages", large).statusCode()).isEqualTo(413);
  }

  @Test
  void anUploadThatIsTooLargeIsRefusedBeforeItIsSent() throws Exception {
    try (RawBrowser browser = new RawBrowser(stage.workbench)) {
      List<String> headers =
          List.of(
              host(),
              token(),
              "Content-Type: application/zip",
              "Content-Length: " + (Upload.MOST_BYTES + 1));
      assertThat(browser.ask("POST", "/api/packages", headers).statusLine()).contains("413");
    }
  }
}
