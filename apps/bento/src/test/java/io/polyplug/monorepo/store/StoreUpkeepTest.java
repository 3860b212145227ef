package io.polyplug.monorepo.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 6.12, the rows of {@code cache stats}, {@code clear} and {@code prune}; sidecars. */
final class StoreUpkeepTest {
  private static final String OLD = "a".repeat(64);
  private static final String MIDDLE = "b".repeat(64);
  private static final String NEW = "c".repeat(64);
  private static final long BUNDLE = 512 * 6;

  @TempDir Path folder;
  private LocalStore store;

  @BeforeEach
  void openStore() {
    store = new LocalStore(folder.resolve("cache"), Clock.system());
  }

  @Test
  void anEmptyStoreHasNoTimes() throws IOException {
    assertThat(store.upkeep().stats())
        .isEqualTo(
            new StoreUpkeep.Stats(store.root(), 0, 0, OptionalLong.empty(), OptionalLong.empty()));
    assertThat(store.upkeep().clear().entries()).isZero();
  }

  @Test
  void statsCountBundles() throws IOException {
    Instant now = Instant.now();
    keep(OLD, now.minusSeconds(500));
    keep(NEW, now);
    assertThat(store.upkeep().stats())
        .isEqualTo(
            new StoreUpkeep.Stats(
                store.root(),
                2,
                2 * BUNDLE,
                OptionalLong.of(now.minusSeconds(500).getEpochSecond()),
                OptionalLong.of(now.getEpochSecond())));
  }

  @Test
  void clearDeletesOnlyFilesOfTheStoresOwnKinds() throws IOException {
    keep(OLD, Instant.now());
    Files.writeString(store.root().resolve("bento-1.tmp"), "");
    Files.writeString(store.root().resolve("bento-2.remote-tmp"), "");
    Path notes = Files.writeString(store.root().resolve("notes.txt"), "mine");
    Path directory = Files.createDirectory(store.root().resolve("folder.tar"));
    Path link = Files.createSymbolicLink(store.root().resolve("link.tar"), notes);

    assertThat(store.upkeep().clear()).isEqualTo(new StoreUpkeep.Cleared(store.root(), 1, BUNDLE));
    assertThat(store.root().toFile().list())
        .containsExactlyInAnyOrder(
            notes.getFileName().toString(),
            directory.getFileName().toString(),
            link.getFileName().toString());
  }

  @Test
  void pruneBySizeDeletesTheOldestWithTheirSidecars() throws IOException {
    keepThree();
    assertThat(store.upkeep().prune(OptionalLong.of(2 * BUNDLE), Optional.empty()))
        .isEqualTo(new StoreUpkeep.Pruned(store.root(), 1, BUNDLE, 2, 2 * BUNDLE));
    assertThat(store.contains(OLD)).isFalse();
    assertThat(store.sidecar(OLD)).isEmpty();
    assertThat(store.contains(MIDDLE)).isTrue();
    assertThat(store.sidecar(NEW)).contains(SIDECAR);
  }

  @Test
  void pruneByAgeDeletesWhatIsOlder() throws IOException {
    keepThree();
    StoreUpkeep.Pruned pruned =
        store.upkeep().prune(OptionalLong.empty(), Optional.of(Duration.ofDays(2)));
    assertThat(pruned.prunedEntries()).isEqualTo(2);
    assertThat(store.keysStartingWith("")).containsExactly(NEW);
  }

  @Test
  void pruneByBothKeepsBothBounds() throws IOException {
    keepThree();
    StoreUpkeep.Pruned pruned =
        store.upkeep().prune(OptionalLong.of(BUNDLE), Optional.of(Duration.ofDays(15)));
    assertThat(pruned.prunedEntries()).isEqualTo(2);
    assertThat(pruned.remainingBytes()).isEqualTo(BUNDLE);
  }

  @Test
  void whatADeadWriterLeftGoesAndWhatALiveOneWritesStays() throws IOException {
    Files.createDirectories(store.root());
    Path left = Files.writeString(store.root().resolve("bento-left.tmp"), "");
    Path leftDownload = Files.writeString(store.root().resolve("bento-left.remote-tmp"), "");
    Path live = Files.writeString(store.root().resolve("bento-live.tmp"), "");
    FileTime yesterday = FileTime.from(Instant.now().minus(Duration.ofDays(1)));
    Files.setLastModifiedTime(left, yesterday);
    Files.setLastModifiedTime(leftDownload, yesterday);
    keep(NEW, Instant.now());
    assertThat(left).doesNotExist();
    assertThat(leftDownload).doesNotExist();
    assertThat(live).exists();
  }

  @Test
  void aSidecarHasTheShapeOfTheDocument() throws IOException {
    store.storeSidecar(OLD, SIDECAR);
    assertThat(Files.readString(store.root().resolve(OLD + ".inputs.json")))
        .isEqualTo(
            """
            {
              "version": 2,
              "task_name": "build",
              "run": "echo \\"hi\\"",
              "dish": "apps/demo",
              "adapter": "noop",
              "toolchain": null,
              "bento_version": "0.2",
              "host": "x86_64-linux",
              "env_vars": [
                "FOO"
              ],
              "files": [
                {
                  "path": "src/é.txt",
                  "blake3": "%s",
                  "size_bytes": 3
                }
              ]
            }
            """
                .formatted("d".repeat(64)));
    assertThat(store.sidecar(OLD)).contains(SIDECAR);
    assertThat(store.keysWithoutBundle()).containsExactly(OLD);
  }

  @Test
  void aSidecarThatIsNoneIsNotThere() throws IOException {
    Files.createDirectories(store.root());
    for (String text : List.of("", "[]", "{\"version\":1}", "{\"version\":2}", "{\"version\":2,")) {
      Files.writeString(store.root().resolve(OLD + ".inputs.json"), text);
      assertThat(store.sidecar(OLD)).isEmpty();
    }
  }

  @Test
  void sizesAreBinaryAndAgesHaveFiveUnits() {
    assertThat(StoreBounds.bytes("5GiB")).hasValue(5L << 30);
    assertThat(StoreBounds.bytes("5GB")).hasValue(5L << 30);
    assertThat(StoreBounds.bytes("100")).hasValue(100);
    assertThat(StoreBounds.bytes("1 kb")).hasValue(1024);
    for (String bad : List.of("", "GB", "-1", "1.5GB", "9999999999TB", "5XB")) {
      assertThat(StoreBounds.bytes(bad)).as(bad).isEmpty();
    }
    assertThat(StoreBounds.age("2w")).contains(Duration.ofDays(14));
    assertThat(StoreBounds.age("90s")).contains(Duration.ofSeconds(90));
    for (String bad : List.of("", "7", "d", "7y", "-1d")) {
      assertThat(StoreBounds.age(bad)).as(bad).isEmpty();
    }
  }

  private static final Sidecar SIDECAR =
      new Sidecar(
          "build",
          "echo \"hi\"",
          "apps/demo",
          Optional.of("noop"),
          Optional.empty(),
          "0.2",
          "x86_64-linux",
          List.of("FOO"),
          List.of(new Sidecar.Input("src/é.txt", "d".repeat(64), 3)));

  private void keepThree() throws IOException {
    Instant now = Instant.now();
    keep(OLD, now.minus(Duration.ofDays(20)));
    keep(MIDDLE, now.minus(Duration.ofDays(10)));
    keep(NEW, now);
  }

  private void keep(String key, Instant modified) throws IOException {
    store.store(key, new byte[0], new byte[0], List.of(), List.of());
    store.storeSidecar(key, SIDECAR);
    Files.setLastModifiedTime(store.bundle(key), FileTime.from(modified));
  }
}
