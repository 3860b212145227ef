package io.polyplug.ainb.files;

import static io.polyplug.ainb.Answers.assertDenied;
import static io.polyplug.ainb.Answers.error;
import static io.polyplug.ainb.Answers.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.Capabilities;
import io.polyplug.ainb.HostHomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathGuardRulesTest {
  @TempDir Path temp;
  private Path home;
  private Path projects;

  @BeforeEach
  void makeFolders() throws IOException {
    home = Files.createDirectories(temp.toRealPath().resolve("home"));
    projects = Files.createDirectories(home.resolve(".claude/projects"));
  }

  private HostHomes homes() {
    return HostHomes.of(Map.of("HOME", home.toString()));
  }

  private Path check(Capabilities capabilities, Object path) {
    return new PathGuard(capabilities, homes()).check(path.toString()).path();
  }

  @Test
  void eachKnownRootNeedsItsOwnCapability() {
    Map<String, String> roots =
        Map.of(
            ".agents-in-a-box/sessions/x", "read_sessions",
            ".claude/agents-in-a-box/sessions/x", "read_sessions",
            ".claude/projects/x", "read_claude_logs",
            ".codex/sessions/x", "read_codex_logs");
    roots.forEach(
        (path, capability) -> {
          Path full = home.resolve(path);
          assertDenied(capability, () -> check(Capabilities.NONE, full));
          assertThat(check(granted(capability, true), full)).isEqualTo(full);
          assertThat(check(granted(capability, List.of("ignored")), full)).isEqualTo(full);
          assertDenied(capability, () -> check(granted(capability, List.of()), full));
        });
  }

  @Test
  void theHostHomeFollowsItsVariable() {
    HostHomes other =
        HostHomes.of(Map.of("HOME", home.toString(), "AINB_HOME", temp.resolve("h").toString()));
    PathGuard guard = new PathGuard(granted("read_sessions", true), other);
    assertThat(guard.check(temp.resolve("h/sessions/a").toString())).isNotNull();
    assertDenied(
        "read_paths", () -> guard.check(home.resolve(".agents-in-a-box/sessions/a").toString()));
  }

  @Test
  void theRootItselfIsInside() {
    assertThat(check(granted("read_claude_logs", true), projects)).isEqualTo(projects);
  }

  @Test
  void aSiblingWithTheSamePrefixIsOutside() {
    assertDenied(
        "read_paths",
        () -> check(granted("read_claude_logs", true), home.resolve(".claude/projects-old/x")));
  }

  @Test
  void aTildeIsTheHomeOfTheEnvironment() {
    Capabilities logs = granted("read_claude_logs", true);
    assertThat(check(logs, "~/.claude/projects/a")).isEqualTo(projects.resolve("a"));
    assertThat(check(granted("read_paths", List.of("~")), "~")).isEqualTo(home);
    assertThat(check(granted("read_paths", List.of("~/d")), "~/d/e"))
        .isEqualTo(home.resolve("d/e"));
    assertDenied("read_paths", () -> check(logs, "~root/.claude/projects/a"));
  }

  @Test
  void withoutAHomeATildeLeadsNowhere() {
    PathGuard guard =
        new PathGuard(
            granted("read_paths", List.of("~", "/nowhere")),
            new HostHomes(Optional.empty(), Optional.empty()));
    assertDenied("read_paths", () -> guard.check("~/x"));
  }

  @Test
  void aPathThatIsNotAbsoluteIsRefused() {
    Capabilities all = granted("read_paths", List.of("/"));
    for (String path : List.of("", "x", "./x", "../x")) {
      assertDenied("read_paths", () -> check(all, path));
    }
  }

  @Test
  void dotsAreCollapsedBeforeTheCheck() {
    Capabilities logs = granted("read_claude_logs", true);
    assertDenied("read_paths", () -> check(logs, projects + "/../../../../../etc/passwd"));
    assertThat(check(logs, projects + "/a/../b")).isEqualTo(projects.resolve("b"));
    assertThat(check(logs, projects + "/../projects/./b")).isEqualTo(projects.resolve("b"));
  }

  @Test
  void aNameThatNoFileCanHaveIsInvalidParams() {
    assertThat(error(() -> check(granted("read_paths", List.of("/")), "/a\0b")).code())
        .isEqualTo(-32602);
  }

  @Test
  void readPathsWithoutAListGrantsNothing() {
    assertDenied("read_paths", () -> check(granted("read_paths", true), temp.resolve("x")));
    assertDenied("read_paths", () -> check(granted("read_paths", List.of()), temp.resolve("x")));
  }

  @Test
  void aPrefixThatIsNotAbsoluteGrantsNothing() {
    Capabilities odd = granted("read_paths", List.of("", ".", "relative", "a\0b"));
    assertDenied("read_paths", () -> check(odd, Path.of("").toAbsolutePath().resolve("x")));
  }

  @Test
  void aPrefixMayBeOneFileOrAllOfThem() {
    Path file = home.resolve("one");
    assertThat(check(granted("read_paths", List.of(file.toString())), file)).isEqualTo(file);
    assertThat(check(granted("read_paths", List.of("/")), "/etc/hosts")).isAbsolute();
  }

  @Test
  void readPathsOpensAKnownRootWithoutItsCapability() {
    assertThat(check(granted("read_paths", List.of("~/.claude")), projects.resolve("a")))
        .isEqualTo(projects.resolve("a"));
  }

  @Test
  void aLinkOutOfAnAllowedRootIsRefused() throws IOException {
    Path outside = Files.writeString(home.resolve("secret"), "s");
    Files.createSymbolicLink(projects.resolve("file"), outside);
    Files.createSymbolicLink(projects.resolve("folder"), home);
    Files.createSymbolicLink(projects.resolve("up"), Path.of("../../secret"));
    Capabilities logs = granted("read_claude_logs", true);
    for (String name : List.of("file", "folder", "folder/secret", "up")) {
      assertDenied("read_paths", () -> check(logs, projects.resolve(name)));
    }
  }

  @Test
  void aLinkOutIsRefusedAlsoIfNothingIsThere() throws IOException {
    Files.createSymbolicLink(projects.resolve("dangling"), home.resolve("missing"));
    Files.createSymbolicLink(projects.resolve("twice"), projects.resolve("dangling"));
    Capabilities logs = granted("read_claude_logs", true);
    assertDenied("read_paths", () -> check(logs, projects.resolve("dangling")));
    assertDenied("read_paths", () -> check(logs, projects.resolve("twice")));
  }

  @Test
  void aLinkInsideIsFollowedToWhereItLeads() throws IOException {
    Files.writeString(projects.resolve("real"), "r");
    Files.createSymbolicLink(projects.resolve("link"), Path.of("real"));
    assertThat(check(granted("read_claude_logs", true), projects.resolve("link")))
        .isEqualTo(projects.resolve("real"));
  }

  @Test
  void aLinkIntoARootNeedsTheCapabilityOfThatRoot() throws IOException {
    Files.createDirectories(home.resolve(".codex/sessions"));
    Files.createSymbolicLink(projects.resolve("codex"), home.resolve(".codex/sessions"));
    assertDenied(
        "read_codex_logs",
        () -> check(granted("read_claude_logs", true), projects.resolve("codex/x")));
  }

  @Test
  void aRootThatIsReachedThroughALinkWorks() throws IOException {
    Path store = Files.createDirectories(temp.toRealPath().resolve("store"));
    Files.delete(projects);
    Files.createSymbolicLink(projects, store);
    assertThat(check(granted("read_claude_logs", true), projects.resolve("a")))
        .isEqualTo(store.resolve("a"));
  }

  @Test
  void aLoopOfLinksEnds() throws IOException {
    Files.createSymbolicLink(projects.resolve("a"), projects.resolve("b"));
    Files.createSymbolicLink(projects.resolve("b"), projects.resolve("a"));
    assertThat(check(granted("read_claude_logs", true), projects.resolve("a"))).isNotNull();
  }
}
