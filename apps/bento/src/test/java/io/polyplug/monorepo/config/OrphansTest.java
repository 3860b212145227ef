package io.polyplug.monorepo.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.base.ManualClock;
import io.polyplug.monorepo.files.FileStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orphans are found with a memory of folders as they are without one. */
final class OrphansTest {
  private static final FileTime OLD = FileTime.from(Instant.parse("2020-01-01T00:00:01.5Z"));

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void makeWorkspace() throws Exception {
    root = Files.createDirectory(folder.resolve("root")).toRealPath();
    dish("apps/a");
    dish("apps/b");
    dish("libs/deep/er/c");
    Files.createDirectories(root.resolve("plain/empty"));
    Files.createDirectories(root.resolve("bentos"));
    try (Stream<Path> all = Files.walk(root)) {
      // Old, so that a change shows however soon it comes.
      for (Path each : all.filter(Files::isDirectory).toList()) {
        Files.setLastModifiedTime(each, OLD);
      }
    }
  }

  private void dish(String path) throws IOException {
    Path directory = Files.createDirectories(root.resolve(path));
    Files.writeString(directory.resolve("dish.toml"), "name = \"x\"\n");
  }

  private Workspace workspace() throws Exception {
    return WorkspaceReader.read(root, 1);
  }

  /** Of a time at which all that was written so far is old. */
  private List<String> find() throws Exception {
    Clock late = new ManualClock(Instant.now().plusSeconds(60));
    List<String> found = Orphans.find(workspace(), folder.resolve("cache"), late);
    assertThat(found).isEqualTo(Orphans.find(workspace()));
    return found;
  }

  @Test
  void theSecondTimeFindsTheSame() throws Exception {
    assertThat(find()).containsExactly("apps/a", "apps/b", "libs/deep/er/c");
    assertThat(find()).containsExactly("apps/a", "apps/b", "libs/deep/er/c");
  }

  @Test
  void aDishThatAppearsInARememberedFolderIsFound() throws Exception {
    find();
    dish("plain/empty");
    assertThat(find()).contains("plain/empty");
  }

  @Test
  void aFolderThatAppearsDeepDownIsFound() throws Exception {
    find();
    dish("libs/deep/er/new/one");
    assertThat(find()).contains("libs/deep/er/new/one");
    dish("libs/deep/er/new/two");
    assertThat(find()).contains("libs/deep/er/new/one", "libs/deep/er/new/two");
  }

  @Test
  void aDishThatIsGoneIsNotFound() throws Exception {
    find();
    Files.delete(root.resolve("apps/b/dish.toml"));
    assertThat(find()).containsExactly("apps/a", "libs/deep/er/c");
  }

  @Test
  void aFolderThatIsGoneIsNotFound() throws Exception {
    find();
    Files.delete(root.resolve("apps/a/dish.toml"));
    Files.delete(root.resolve("apps/a"));
    assertThat(find()).containsExactly("apps/b", "libs/deep/er/c");
  }

  @Test
  void aDishInPlaceOfAFolderOfTheSameNameIsFound() throws Exception {
    Files.createDirectories(root.resolve("plain/dish.toml"));
    assertThat(find()).doesNotContain("plain");
    Files.delete(root.resolve("plain/dish.toml"));
    Files.writeString(root.resolve("plain/dish.toml"), "name = \"x\"\n");
    assertThat(find()).contains("plain");
  }

  @Test
  void aFolderWhoseTimeWasPutBackIsLookedAtAgain() throws Exception {
    find();
    Path changed = root.resolve("plain/empty");
    Object before = Files.getAttribute(changed, "unix:ctime");
    dish("plain/empty");
    // The clock of the file system has to tick once: it cannot be put back as the other time can.
    do {
      Files.setLastModifiedTime(changed, OLD);
    } while (Files.getAttribute(changed, "unix:ctime").equals(before));
    assertThat(find()).contains("plain/empty");
  }

  @Test
  void aFolderThatChangedJustNowIsNotTrusted() throws Exception {
    Path cache = folder.resolve("cache");
    // A clock that stands in the past: every folder seems to have changed after the look.
    Orphans.find(workspace(), cache, new ManualClock());
    FolderMemory memory = FolderMemory.read(FolderMemory.file(cache, root), root);
    assertThat(memory.count()).isPositive();
    for (int i = 0; i < memory.count(); i++) {
      long[] unknown = new long[FileStats.FIELDS];
      Arrays.fill(unknown, Long.MIN_VALUE);
      assertThat(memory.same(i, unknown)).isTrue();
    }
  }

  @Test
  void aDamagedMemoryIsNone() throws Exception {
    find();
    Path cache = folder.resolve("cache");
    Path file = FolderMemory.file(cache, root);
    byte[] content = Files.readAllBytes(file);
    for (int at = 0; at < content.length; at += 7) {
      byte[] bad = content.clone();
      bad[at] ^= 0x20;
      Files.write(file, bad);
      assertThat(FolderMemory.read(file, root).count()).isZero();
    }
    for (int length = 0; length < 16; length++) {
      Files.write(file, Arrays.copyOf(content, length));
      assertThat(FolderMemory.read(file, root).count()).isZero();
    }
    assertThat(find()).containsExactly("apps/a", "apps/b", "libs/deep/er/c");
  }

  @Test
  void aMemoryLeavesNothingElseBehind() throws Exception {
    find();
    try (Stream<Path> files = Files.list(folder.resolve("cache/index"))) {
      assertThat(files).hasSize(1);
    }
  }
}
