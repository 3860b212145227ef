package io.polyplug.monorepo.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.monorepo.WorkspaceProblem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DishWalkTest {
  @TempDir Path workspace;

  @Test
  void pathsAreSortedByComponentAsBytes() throws Exception {
    write("dish/a/x", "dish/a-b/x", "dish/a.txt", "dish/Z", "dish/é", "dish/\uFB01", "dish/😀");
    assertThat(walk()).containsExactly("Z", "a/x", "a-b/x", "a.txt", "é", "\uFB01", "😀");
  }

  @Test
  void hiddenFilesAndLinksAreSeenAndLinksAreNotFollowed() throws Exception {
    write("dish/.env", "dish/real/x", "outside/y");
    Files.createSymbolicLink(workspace.resolve("dish/link"), Path.of("../outside"));
    Files.createSymbolicLink(workspace.resolve("dish/dangling"), Path.of("nowhere"));
    assertThat(walk()).containsExactly(".env", "dangling", "link", "real/x");
  }

  @Test
  void foldersOfResultsAreNeverEnteredAtAnyDepth() throws Exception {
    for (String name :
        List.of("target", "node_modules", ".git", ".bento", "dist", "build", ".next")) {
      write("dish/" + name + "/x", "dish/sub/" + name + "/x");
    }
    write("dish/sub/buildx/x", "dish/other/build");
    assertThat(walk()).containsExactly("other/build", "sub/buildx/x");
  }

  @Test
  void rulesOfParentFoldersHold() throws Exception {
    write("dish/a.log", "dish/b.txt", "dish/sub/c.log", "dish/sub/d.txt");
    Files.writeString(workspace.resolve(".gitignore"), "*.log\n/dish/sub/d.txt\n");
    assertThat(walk()).containsExactly("b.txt");
  }

  @Test
  void aDeeperFileWins() throws Exception {
    write("dish/a.log", "dish/sub/c.log");
    Files.writeString(workspace.resolve(".gitignore"), "*.log\n");
    Files.writeString(workspace.resolve("dish/sub/.gitignore"), "!c.log\n");
    assertThat(walk()).containsExactly("sub/.gitignore", "sub/c.log");
  }

  @Test
  void dotIgnoreBeatsDotGitignore() throws Exception {
    write("dish/a.log", "dish/b.log", "dish/c.txt");
    Files.writeString(workspace.resolve("dish/.gitignore"), "*.log\n!c.txt\n");
    Files.writeString(workspace.resolve("dish/.ignore"), "!a.log\n");
    Files.writeString(workspace.resolve(".ignore"), "c.txt\n");
    assertThat(walk()).containsExactly(".gitignore", ".ignore", "a.log");
  }

  @Test
  void nothingInAnIgnoredFolderComesBack() throws Exception {
    write("dish/logs/keep", "dish/x");
    Files.writeString(workspace.resolve("dish/.gitignore"), "logs/\n!logs/keep\n");
    assertThat(walk()).containsExactly(".gitignore", "x");
  }

  @Test
  void rulesHoldInADishThatIsItselfIgnored() throws Exception {
    write("dish/x");
    Files.writeString(workspace.resolve(".gitignore"), "dish/\n");
    assertThat(walk()).containsExactly("x");
  }

  @Test
  void oddNamesAreKept() throws Exception {
    write("dish/-rf", "dish/a b", "dish/a\nb", "dish/*", "dish/a\\b");
    assertThat(walk()).containsExactly("*", "-rf", "a\nb", "a b", "a\\b");
  }

  @Test
  void namesThatAreNotUtf8KeepTheirBytes() throws Exception {
    write("dish/x");
    Path odd = Path.of(URI.create(workspace.resolve("dish").toUri() + "a%ff%FEb"));
    Files.writeString(odd, "odd");
    DishFiles files = files(FileStats.portable(workspace.resolve("dish")));
    assertThat(files.files()).containsExactly("a\u00ff\u00feb", "x");
    assertThat(Files.readString(files.path(0))).isEqualTo("odd");
  }

  @Test
  void pipesAndSocketsAreNoInputs() throws Exception {
    write("dish/x");
    Process made = new ProcessBuilder("mkfifo", workspace.resolve("dish/pipe").toString()).start();
    assertThat(made.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(walk()).containsExactly("x");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void anUnreadableFolderIsAProblem() throws Exception {
    write("dish/closed/x");
    Path closed = workspace.resolve("dish/closed");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    try (PlainOwner _ = new PlainOwner()) {
      assertThatThrownBy(this::walk)
          .isInstanceOf(WorkspaceProblem.class)
          .hasMessageContaining("permission denied");
    }
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void aMissingDishIsAProblem() {
    assertThatThrownBy(this::walk)
        .isInstanceOf(WorkspaceProblem.class)
        .hasMessageContaining("dish");
  }

  @Test
  void aFileThatVanishesMeanwhileWasNotThere() throws Exception {
    write("dish/a", "dish/b/c", "dish/d");
    Path dish = workspace.resolve("dish");
    FileStats real = FileStats.portable(dish);
    assertThat(files(new VanishingStats(real, dish)).files()).containsExactly("d");
  }

  @Test
  void bothWaysOfAskingTheFileSystemAgree() throws Exception {
    write("dish/a", "dish/sub/é", "dish/sub/b");
    Files.createSymbolicLink(workspace.resolve("dish/link"), Path.of("a"));
    Path dish = workspace.resolve("dish");
    Files.writeString(Path.of(URI.create(dish.toUri() + "%ff")), "odd");
    FileStats quick = NativeStats.open(dish);
    assumeTrue(quick != null, "there is no statx here");
    DishFiles one = files(FileStats.portable(dish));
    DishFiles other = files(quick);
    assertThat(other.files()).isEqualTo(one.files());
    for (int i = 0; i < one.files().size(); i++) {
      for (int field = 0; field < FileStats.FIELDS; field++) {
        assertThat(other.stat(i, field)).isEqualTo(one.stat(i, field));
      }
    }
  }

  private record VanishingStats(FileStats real, Path dish) implements FileStats {
    @Override
    public boolean read(String raw, long[] into, int at) throws IOException {
      if (raw.equals("a")) {
        Files.delete(dish.resolve("a"));
      }
      boolean there = real.read(raw, into, at);
      if (raw.equals("b")) {
        Files.delete(dish.resolve("b/c"));
        Files.delete(dish.resolve("b"));
      }
      return there;
    }

    @Override
    public void readAll(byte[] paths, int from, int length, Stats to) throws IOException {
      real.readAll(paths, from, length, to);
    }

    @Override
    public void close() {
      real.close();
    }
  }

  private List<String> walk() throws WorkspaceProblem {
    List<String> texts = new ArrayList<>();
    for (String raw : files(FileStats.portable(workspace.resolve("dish"))).files()) {
      texts.add(RawPath.text(raw));
    }
    return texts;
  }

  private DishFiles files(FileStats stats) throws WorkspaceProblem {
    try (stats) {
      return DishWalk.walk(workspace.resolve("dish"), new ParentRules(), stats);
    }
  }

  private void write(String... paths) throws IOException {
    for (String path : paths) {
      Path file = workspace.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "x");
    }
  }
}
