package io.polyplug.monorepo.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.base.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryFileTest {
  private static final KeyRequest ALL = MemoryStage.task("build", "**");

  @TempDir Path folder;
  private MemoryStage stage;

  @BeforeEach
  void aRememberedDish() throws Exception {
    stage = new MemoryStage(folder, false);
    stage.write("a", "a");
    stage.key(ALL);
    stage.forge();
  }

  @Test
  void aDamagedFileIsIgnoredAndRewritten() throws Exception {
    byte[] good = Files.readAllBytes(stage.memoryFile());
    Random random = new Random(9);
    for (int round = 0; round < 200; round++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(stage.memoryFile(), bad);
      assertThat(stage.key(ALL)).isEqualTo(stage.trueKey(ALL));
    }
    stage.forge();
    assertThat(stage.key(ALL)).isEqualTo(MemoryStage.FORGED);
  }

  @Test
  void aTruncatedFileIsIgnored() throws Exception {
    byte[] good = Files.readAllBytes(stage.memoryFile());
    for (int length = 0; length < good.length; length++) {
      Files.write(stage.memoryFile(), Arrays.copyOf(good, length));
      assertThat(MemoryFile.of(stage.cache, stage.root).read()).isEmpty();
    }
  }

  @Test
  void theFileOfAnotherWorkspaceIsIgnored() throws IOException {
    MemoryFile other = MemoryFile.of(stage.cache, stage.root.resolveSibling("other"));
    Files.copy(stage.memoryFile(), other.file());
    assertThat(other.read()).isEmpty();
  }

  @Test
  void aCacheThatCannotBeWrittenCostsNothingButTime() throws Exception {
    Path blocked = Files.writeString(folder.resolve("blocked"), "");
    Clock later = new ManualClock(Instant.now().plus(Duration.ofSeconds(100)));
    KeyMemory memory = KeyMemory.open(blocked, stage.root, later);
    assertThat(memory.look(stage.dish).key(ALL)).isEqualTo(stage.trueKey(ALL));
    assertThat(memory.save()).isFalse();
  }

  @Test
  void writingLeavesNothingElseBehind() throws IOException {
    try (var files = Files.list(stage.memoryFile().getParent())) {
      assertThat(files).containsExactly(stage.memoryFile());
    }
  }

  @Test
  void whoeverWritesLastWinsAndNobodyReadsAHalf() throws Exception {
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String task = "task" + i;
      Thread writer =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int round = 0; round < 25; round++) {
                      MemoryFile file = MemoryFile.of(stage.cache, stage.root);
                      file.write(file.read());
                      assertThat(file.read()).as(task).hasSize(1);
                    }
                  });
      writers.add(writer);
    }
    for (Thread writer : writers) {
      assertThat(writer.join(Duration.ofSeconds(30))).isTrue();
    }
    assertThat(MemoryFile.of(stage.cache, stage.root).read()).hasSize(1);
  }

  @Test
  void aDishThatIsGoneIsForgotten() throws Exception {
    Path other = Files.createDirectories(stage.root.resolve("other"));
    Files.writeString(other.resolve("x"), "x");
    Clock later = new ManualClock(Instant.now().plus(Duration.ofSeconds(100)));
    KeyMemory memory = KeyMemory.open(stage.cache, stage.root, later);
    memory.look(other).key(ALL);
    memory.save();
    assertThat(MemoryFile.of(stage.cache, stage.root).read()).hasSize(2);
    Files.delete(other.resolve("x"));
    Files.delete(other);
    stage.write("a", "new");
    stage.key(ALL);
    assertThat(MemoryFile.of(stage.cache, stage.root).read()).hasSize(1);
  }

  @Test
  void manyDishesAreLookedAtTogether() throws Exception {
    List<Path> dishes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Path dish = Files.createDirectories(stage.root.resolve("dish" + i));
      Files.writeString(dish.resolve("x"), "x" + i);
      dishes.add(dish);
    }
    Clock later = new ManualClock(Instant.now().plus(Duration.ofSeconds(100)));
    KeyMemory first = KeyMemory.open(stage.cache, stage.root, later);
    List<String> keys = new ArrayList<>();
    for (DishKeys dish : first.look(dishes)) {
      keys.add(dish.key(ALL));
    }
    first.save();
    assertThat(keys).doesNotHaveDuplicates();
    KeyMemory second = KeyMemory.open(stage.cache, stage.root, later);
    second.lookAhead();
    List<String> again = new ArrayList<>();
    for (DishKeys dish : second.look(dishes)) {
      again.add(dish.key(ALL));
    }
    assertThat(again).isEqualTo(keys);
  }
}
