package io.polyplug.monorepo.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Section 7, path normalisation. */
final class DiagnosticPathsTest {
  private static final Path WORKSPACE = Path.of("/ws");
  private static final Path DISH = Path.of("/ws/apps/tiny");

  @ParameterizedTest
  @CsvSource({
    "src/main.rs,apps/tiny/src/main.rs",
    "./src/./main.rs,apps/tiny/src/main.rs",
    "src//main.rs,apps/tiny/src/main.rs",
    "src\\main.rs,apps/tiny/src/main.rs",
    "../lib/a.rs,apps/tiny/../lib/a.rs",
    "/ws/apps/other/a.rs,apps/other/a.rs",
    "/ws/./a.rs,a.rs",
    "/wsx/a.rs,/wsx/a.rs",
    "/elsewhere/./a.rs,/elsewhere/a.rs",
    "/ws,/ws",
    "/case/a.rs,/case/a.rs"
  })
  void filesBecomeRelativeToTheWorkspaceWhereTheyAreInIt(String file, String expected) {
    assertThat(new DiagnosticPaths(WORKSPACE, DISH, Optional.empty()).normalised(file))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "/case/src/a.py,apps/tiny/src/a.py",
    "/case/./a.py,apps/tiny/a.py",
    "/cases/a.py,/cases/a.py",
    "src/a.py,apps/tiny/src/a.py",
    "/usr/lib/a.py,/usr/lib/a.py"
  })
  void theMountPointOfAContainerIsTheDish(String file, String expected) {
    assertThat(new DiagnosticPaths(WORKSPACE, DISH, Optional.of("/case")).normalised(file))
        .isEqualTo(expected);
  }

  @Test
  void aWorkspaceMayBeTheRootOrADish() {
    assertThat(new DiagnosticPaths(Path.of("/"), Path.of("/a"), Optional.empty()).normalised("b"))
        .isEqualTo("a/b");
    assertThat(new DiagnosticPaths(WORKSPACE, WORKSPACE, Optional.empty()).normalised("b"))
        .isEqualTo("b");
  }

  @Test
  void onlyTheFileOfARecordChanges() {
    var before = Parsers.byId("eslint").orElseThrow().parse(Recordings.read("eslint.json"));
    List<String> after =
        new DiagnosticPaths(WORKSPACE, Path.of("/ws/apps/page"), Optional.empty())
            .normalised(before).stream().map(Recordings::line).toList();
    assertThat(after)
        .isEqualTo(before.stream().map(d -> Recordings.line(d).replace("/ws/", "")).toList());
  }
}
