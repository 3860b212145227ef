package io.polyplug.monorepo.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 6.10: what a bundle may not hold, and that nothing of such a bundle is written. */
final class HostileBundleTest {
  @TempDir Path folder;
  private StoreStage stage;

  @BeforeEach
  void makeStage() throws IOException {
    stage = new StoreStage(folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "outputs/../x",
        "outputs/a/../../x",
        "/outputs/x",
        "outputs//x",
        "outputs/./x",
        "workspace_outputs/..",
        "../x"
      })
  void aNameThatLeadsElsewhereIsRejected(String name) throws IOException {
    rejected(Tars.bundle().file("outputs/good", "g").file(name, "bad"), "leads elsewhere");
  }

  @Test
  void anEntryThatIsNoRegularFileIsRejected() throws IOException {
    for (byte type :
        new byte[] {
          TarConstants.LF_SYMLINK,
          TarConstants.LF_LINK,
          TarConstants.LF_DIR,
          TarConstants.LF_FIFO,
          TarConstants.LF_CHR,
          TarConstants.LF_GNUTYPE_SPARSE
        }) {
      rejected(
          Tars.bundle().file("outputs/good", "g").typed("outputs/odd", type, "/etc/passwd"),
          "is not a regular file");
    }
  }

  @Test
  void aNameThatComesTwiceIsRejected() throws IOException {
    rejected(Tars.bundle().file("outputs/a", "1").file("outputs/a", "2"), "is in it twice");
  }

  @Test
  void aFileBelowAFileIsRejected() throws IOException {
    rejected(
        Tars.bundle().file("outputs/a", "1").file("outputs/a/b", "2"),
        "lies in something that is a file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"version\":2,\"exit_code\":0}",
        "{\"version\":\"1\",\"exit_code\":0}",
        "{\"exit_code\":0}",
        "{\"version\":1,\"exit_code\":3}",
        "[]",
        "{",
        ""
      })
  void aMetaThatIsNotOfASuccessOfThisVersionIsRejected(String meta) throws IOException {
    rejected(Tars.empty().file("outputs/good", "g").file("meta.json", meta), "its meta.json");
  }

  @Test
  void aBundleWithoutMetaIsRejected() throws IOException {
    rejected(Tars.empty().file("outputs/good", "g"), "has no meta.json");
  }

  @Test
  void everyBundleThatIsCutShortIsRejected() throws IOException {
    byte[] whole = Tars.bundle().file("outputs/good", "g".repeat(700)).bytes();
    // The library pads to ten kilobytes; a bundle needs only two blocks of zeros.
    int end = 512 * 9;
    for (int length : new int[] {0, 1, 511, 512, 1024, 2048, end - 512, end - 100}) {
      rejected(Arrays.copyOf(whole, length), "The bundle is bad");
    }
  }

  @Test
  void aSizeBeyondTheEndIsRejected() throws IOException {
    byte[] whole = Tars.bundle().file("outputs/good", "g").bytes();
    byte[] block = new byte[512];
    new TarHeader(block).write("outputs/bomb", TarHeader.REGULAR, 0644, 1L << 50);
    System.arraycopy(block, 0, whole, 512 * 4, 512);
    rejected(whole, "claims more bytes than there are");
  }

  @Test
  void aHeaderWithAWrongSumIsRejected() throws IOException {
    byte[] whole = Tars.bundle().file("outputs/good", "g").bytes();
    whole[512 * 4 + 3] ^= 1;
    rejected(whole, "the sum of the header");
  }

  @Test
  void whatIsNoArchiveIsRejected() throws IOException {
    byte[] noise = new byte[4096];
    Arrays.fill(noise, 0, 3072, (byte) 'x');
    rejected(noise, "the sum of the header");
  }

  @Test
  void aFolderOfTheDishThatIsALinkToElsewhereIsRejected() throws IOException {
    Files.createSymbolicLink(stage.dish.resolve("dist"), stage.elsewhere);
    Restoration result =
        stage.restore(Tars.bundle().file("outputs/first", "1").file("outputs/dist/x", "bad"));
    assertThat(result).isInstanceOf(Restoration.Rejected.class);
    Restoration.Rejected rejected = (Restoration.Rejected) result;
    assertThat(rejected.reason())
        .contains("leads over a link to elsewhere")
        .contains("1 of its files are in place already");
    assertThat(rejected.written()).isEqualTo(1);
    assertThat(stage.elsewhere).isEmptyDirectory();
    assertThat(stage.store.contains(StoreStage.KEY)).isFalse();
  }

  @Test
  void aFolderOfTheDishThatIsALinkWithinItIsFollowed() throws IOException {
    Files.createDirectories(stage.dish.resolve("build/out"));
    Files.createSymbolicLink(stage.dish.resolve("dist"), Path.of("build/out"));
    assertThat(stage.restore(Tars.bundle().file("outputs/dist/sub/x", "good")))
        .isEqualTo(new Restoration.Restored(1));
    assertThat(stage.dish.resolve("build/out/sub/x")).hasContent("good");
  }

  @Test
  void aFolderThatBecomesALinkMeanwhileLeadsNothingElsewhere() throws Exception {
    // Two of them, so that no file is ever found as it should be.
    byte[] odd = Tars.bundle().file("outputs/dist/x", "1").file("outputs/dist/y", "2").bytes();
    byte[] even = Tars.bundle().file("outputs/dist/x", "3").file("outputs/dist/y", "4").bytes();
    Path dist = stage.dish.resolve("dist");
    Path aside = stage.dish.resolve("aside");
    Files.createDirectory(dist);
    AtomicBoolean over = new AtomicBoolean();
    Thread swapper =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get()) {
                    swap(dist, aside);
                  }
                });
    for (int i = 0; i < 300; i++) {
      Files.createDirectories(stage.store.root());
      Files.write(stage.store.bundle(StoreStage.KEY), i % 2 == 0 ? even : odd);
      assertThat(stage.restore()).isNotInstanceOf(Restoration.Absent.class);
    }
    over.set(true);
    swapper.join();
    assertThat(stage.elsewhere).isEmptyDirectory();
  }

  /** To a link to elsewhere, and back. */
  private void swap(Path dist, Path aside) {
    try {
      Files.move(dist, aside);
      Files.createSymbolicLink(dist, stage.elsewhere);
      Files.delete(dist);
      Files.move(aside, dist);
    } catch (IOException e) {
      // The restoring made the folder in between, so there is nothing to swap back.
      try {
        Files.deleteIfExists(aside.resolve("x"));
        Files.deleteIfExists(aside.resolve("y"));
        Files.deleteIfExists(aside);
      } catch (IOException busy) {
        return;
      }
    }
  }

  @Test
  void aFolderInTheWayIsNoFaultOfTheBundle() throws IOException {
    Files.createDirectories(stage.dish.resolve("out/taken"));
    Restoration result =
        stage.restore(Tars.bundle().file("outputs/first", "1").file("outputs/out", "2"));
    assertThat(result).isInstanceOf(Restoration.Incomplete.class);
    assertThat(((Restoration.Incomplete) result).written()).isEqualTo(1);
    assertThat(stage.store.contains(StoreStage.KEY)).isTrue();
  }

  @Test
  void bundlesOfOtherProgramsAreRead() throws IOException {
    String name = "outputs/" + "d/".repeat(80) + "é";
    assertThat(stage.restore(Tars.bundle().extended().executable(name, "x")))
        .isEqualTo(new Restoration.Restored(1));
    Path out = stage.dish.resolve(name.substring("outputs/".length()));
    assertThat(out).hasContent("x").isExecutable();
  }

  private void rejected(Tars tar, String reason) throws IOException {
    rejected(tar.bytes(), reason);
  }

  private void rejected(byte[] tar, String reason) throws IOException {
    Path bundle = stage.store.bundle(StoreStage.KEY);
    Files.createDirectories(bundle.getParent());
    Files.write(bundle, tar);
    Restoration result = stage.restore();
    assertThat(result).isInstanceOf(Restoration.Rejected.class);
    assertThat(((Restoration.Rejected) result).reason()).contains(reason);
    assertThat(((Restoration.Rejected) result).written()).isZero();
    assertThat(bundle).doesNotExist();
    assertThat(stage.dish).isEmptyDirectory();
    try (Stream<Path> all = Files.list(stage.workspace)) {
      assertThat(all).hasSize(1);
    }
  }
}
