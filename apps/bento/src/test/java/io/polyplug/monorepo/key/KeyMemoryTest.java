package io.polyplug.monorepo.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** With both ways of asking the file system. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class KeyMemoryTest {
  private static final KeyRequest ALL = MemoryStage.task("build", "**");
  private static final KeyRequest SOURCES = MemoryStage.task("test", "src/**");

  private final boolean quickStats;
  @TempDir Path folder;
  private MemoryStage stage;

  KeyMemoryTest(boolean quickStats) {
    this.quickStats = quickStats;
  }

  @BeforeEach
  void aDish() throws IOException {
    stage = new MemoryStage(folder, quickStats);
    stage.write("src/a", "a");
    stage.write("src/sub/b", "b");
    stage.write("README", "r");
    stage.write("node_modules/x/y", "y");
  }

  @Test
  void aDishInWhichNothingChangedIsAnsweredFromMemory() throws Exception {
    remember(ALL);
    assertRecalled(ALL);
  }

  @Test
  void anotherTaskIsNot() throws Exception {
    remember(ALL);
    assertComputed(MemoryStage.task("other", "**"));
    assertComputed(MemoryStage.task("build", "**/*"));
  }

  @Test
  void changedContentIsSeenEvenWithItsOldSizeAndTime() throws Exception {
    Path file = stage.dish.resolve("src/a");
    FileTime before = Files.getLastModifiedTime(file);
    remember(ALL);
    Files.writeString(file, "z");
    Files.setLastModifiedTime(file, before);
    assertComputed(ALL);
  }

  @Test
  void aNewFileIsSeen() throws Exception {
    remember(ALL);
    stage.write("src/sub/new", "");
    assertComputed(ALL);
  }

  @Test
  void aRemovedFileIsSeen() throws Exception {
    remember(ALL);
    Files.delete(stage.dish.resolve("src/sub/b"));
    assertComputed(ALL);
  }

  @Test
  void aFolderThatBecameAFileIsSeen() throws Exception {
    remember(ALL);
    Files.delete(stage.dish.resolve("src/sub/b"));
    Files.delete(stage.dish.resolve("src/sub"));
    stage.write("src/sub", "no folder");
    assertComputed(ALL);
  }

  @Test
  void filesThatChangePlacesAreSeen() throws Exception {
    Path one = stage.write("src/c", "1");
    Path other = stage.write("src/d", "2");
    remember(ALL);
    Path between = stage.root.resolve("between");
    Files.move(one, between);
    Files.move(other, one);
    Files.move(between, other);
    assertComputed(ALL);
  }

  @Test
  void anOldFileMovedOverAnotherIsSeen() throws Exception {
    Path old = Files.writeString(stage.root.resolve("old"), "o");
    remember(ALL);
    Files.move(old, stage.dish.resolve("src/a"), StandardCopyOption.REPLACE_EXISTING);
    assertComputed(ALL);
  }

  @Test
  void aNewRuleInAnyFolderAboveIsSeen() throws Exception {
    for (Path place = stage.dish; !place.equals(folder.getParent()); place = place.getParent()) {
      remember(ALL);
      Path rules = Files.writeString(place.resolve(".gitignore"), "README\n");
      assertComputed(ALL);
      remember(ALL);
      Files.delete(rules);
      assertComputed(ALL);
    }
  }

  @Test
  void aChangeOfARuleFileThatIsItselfIgnoredIsSeen() throws Exception {
    stage.write(".ignore", ".ignore\n");
    remember(ALL);
    stage.write(".ignore", ".ignore\nREADME\n");
    assertComputed(ALL);
  }

  @Test
  void rulesBehindALinkAreReadEveryTime() throws Exception {
    Path elsewhere = Files.writeString(stage.root.resolve("rules"), "nothing\n");
    Files.createSymbolicLink(stage.dish.resolve(".gitignore"), elsewhere);
    remember(ALL);
    Files.writeString(elsewhere, "README\n");
    assertComputed(ALL);
  }

  @Test
  void whatNobodyWalksDoesNotMatter() throws Exception {
    remember(ALL);
    stage.write("node_modules/x/z", "z");
    assertRecalled(ALL);
  }

  @Test
  void aTaskWhoseFilesDidNotChangeIsRecalledAlthoughOthersDid() throws Exception {
    remember(SOURCES);
    stage.write("README", "changed");
    assertRecalled(SOURCES);
  }

  @Test
  void aFileWrittenAtAboutTheMomentOfLookingIsReadAgain() throws Exception {
    Instant written = Files.getLastModifiedTime(stage.write("src/a", "x")).toInstant();
    stage.key(ALL, written.plus(Duration.ofMillis(5)));
    assertThat(Files.exists(stage.memoryFile())).isFalse();
    stage.key(ALL, written.plus(Duration.ofSeconds(5)));
    stage.forge();
    assertRecalled(ALL);
  }

  @Test
  void aTimeInTheFutureIsNeverTrusted() throws Exception {
    Path file = stage.write("src/a", "x");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plus(Duration.ofDays(400))));
    remember(ALL);
    assertComputed(ALL);
  }

  @Test
  void wholeSecondsAreTrustedLater() throws Exception {
    Path file = stage.write("src/a", "x");
    Instant second = Instant.ofEpochSecond(Instant.now().getEpochSecond() + 50);
    Files.setLastModifiedTime(file, FileTime.from(second));
    stage.key(ALL, second.plusSeconds(1));
    assertThat(Files.exists(stage.memoryFile())).isFalse();
    stage.key(ALL, second.plusSeconds(10));
    assertThat(Files.exists(stage.memoryFile())).isTrue();
  }

  @Test
  void aDishBehindALinkHasTheRightKey() throws Exception {
    Path link = stage.root.resolve("link");
    Files.createSymbolicLink(link, stage.dish);
    assertThat(KeyMemory.forgetful(Clock.system()).look(link).key(ALL))
        .isEqualTo(stage.trueKey(ALL));
  }

  @Test
  void whateverHappensMemoryNeverLies() throws Exception {
    Random random = new Random(3);
    List<String> names = List.of("a", "b", "c/d", "c/e", "f/g/h", ".gitignore", "f/.ignore");
    for (int round = 0; round < 120; round++) {
      String name = names.get(random.nextInt(names.size()));
      Path file = stage.dish.resolve(name);
      switch (random.nextInt(5)) {
        case 0 -> Files.deleteIfExists(file);
        case 1 -> stage.write(name, random.nextBoolean() ? "c\n" : "!e\na\n");
        case 2 -> {
          if (Files.exists(file)) {
            Files.move(file, stage.write("src/m", ""), StandardCopyOption.REPLACE_EXISTING);
          }
        }
        case 3 -> Files.writeString(stage.root.resolve(".gitignore"), random.nextInt(3) + "\nb\n");
        default -> stage.write(name, "");
      }
      assertThat(stage.key(ALL)).isEqualTo(stage.trueKey(ALL));
      assertThat(stage.key(SOURCES)).isEqualTo(stage.trueKey(SOURCES));
    }
  }

  /** Makes this state of the dish the only one that is known. */
  private void remember(KeyRequest request) throws Exception {
    Files.deleteIfExists(stage.memoryFile());
    assertThat(stage.key(request)).isEqualTo(stage.trueKey(request));
    stage.forge();
  }

  private void assertRecalled(KeyRequest request) throws Exception {
    assertThat(stage.key(request)).isEqualTo(MemoryStage.FORGED);
  }

  private void assertComputed(KeyRequest request) throws Exception {
    assertThat(stage.key(request)).isEqualTo(stage.trueKey(request));
  }
}
