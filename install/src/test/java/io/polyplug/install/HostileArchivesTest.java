package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Each is refused in one sentence and leaves nothing behind, and a good one goes in after it. */
class HostileArchivesTest {
  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> aHostileArchiveIsRefusedAndLeavesNothing() {
    Map<String, HostileArchives.Hostile> all = HostileArchives.all();
    assertThat(all).hasSizeGreaterThan(25);
    return all.entrySet().stream()
        .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> refused(entry.getValue())));
  }

  private void refused(HostileArchives.Hostile hostile) throws Exception {
    Path place = Files.createTempDirectory(folder, "case");
    Path root = place.resolve("a/b/plugins");
    Path zip = Files.write(place.resolve("hostile.zip"), hostile.archive());
    PackageStore store = Packages.store(root);
    assertThatThrownBy(() -> store.install(new Source.ZipFile(zip), Progress.NONE))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining(hostile.mentions())
        .hasMessageContaining("hostile.zip")
        .message()
        .doesNotContain("\n")
        .doesNotContain("\u001b");
    assertThat(Packages.tree(root)).isEmpty();
    assertThat(Packages.tree(place))
        .isEqualTo(List.of("a", "a/b", "a/b/plugins", "a/b/plugins/.lock", "hostile.zip"));
    Path good = Packages.zipFile(place.resolve("good.zip"), "hostile", "1");
    assertThat(store.install(new Source.ZipFile(good), Progress.NONE).files()).isEqualTo(3);
    assertThat(Files.exists(Path.of("/tmp/evil"))).isFalse();
  }

  @Test
  void whatTheHarmIsDoneToIsGood() throws Exception {
    RawZip plain = RawZip.good();
    RawZip commented = RawZip.good();
    commented.comment = "made by hand".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    RawZip large = RawZip.good();
    large.zip64 = true;
    large.count = 0xFFFF;
    RawZip sameNames = RawZip.good();
    RawZip.Entry same = sameNames.add("same", "x");
    same.extra = RawZip.unicodePath("same", "same");
    same.localExtra = same.extra;
    for (RawZip zip : List.of(plain, commented, large, sameNames)) {
      Path root = Files.createTempDirectory(folder, "good");
      Path file = Files.write(root.resolve("x.zip"), zip.build());
      assertThat(
              Packages.store(root.resolve("p"))
                  .install(new Source.ZipFile(file), Progress.NONE)
                  .id())
          .isEqualTo("hostile");
    }
  }

  @Test
  void aFolderIsInstalledByTheSameRules() throws Exception {
    Path source = Files.createDirectories(folder.resolve("source"));
    Files.writeString(source.resolve(Packages.MANIFEST), TestContract.manifest("from.folder", "1"));
    PackageStore store = Packages.store(folder.resolve("plugins"));
    Path link = Files.createSymbolicLink(source.resolve("link"), Path.of("/etc/passwd"));
    assertThatThrownBy(() -> store.install(new Source.Folder(source), Progress.NONE))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining("\"link\" is a link");
    Files.delete(link);
    assertThat(new ProcessBuilder("mkfifo", source.resolve("pipe").toString()).start().waitFor())
        .isZero();
    assertThatThrownBy(() -> store.install(new Source.Folder(source), Progress.NONE))
        .hasMessageContaining("\"pipe\" is a special file");
    Files.delete(source.resolve("pipe"));
    assertThat(Packages.tree(store.root())).isEmpty();
    assertThat(store.install(new Source.Folder(source), Progress.NONE).id())
        .isEqualTo("from.folder");
  }

  @Test
  void aFolderThatHoldsTheStoreIsNotCopiedIntoItself() throws Exception {
    Files.writeString(folder.resolve(Packages.MANIFEST), TestContract.manifest("a", "1"));
    PackageStore store = Packages.store(folder.resolve("plugins"));
    assertThatThrownBy(() -> store.install(new Source.Folder(folder), Progress.NONE))
        .hasMessageContaining("inside of it");
  }

  @Test
  void boundsHoldWhileFilesAreWritten() throws Exception {
    StoreSettings small =
        new StoreSettings(
            1000,
            5000,
            10,
            StoreSettings.DEFAULT.fetchTime(),
            StoreSettings.DEFAULT.lockTime(),
            () -> {});
    PackageStore store = Packages.store(folder.resolve("plugins"), small, Steps.NONE);
    Path source = Files.createDirectories(folder.resolve("source"));
    Files.write(source.resolve("large"), new byte[5001]);
    assertThatThrownBy(() -> store.install(new Source.Folder(source), Progress.NONE))
        .hasMessageContaining("5000 bytes");
    Path zip = Files.write(folder.resolve("big.zip"), new byte[1001]);
    assertThatThrownBy(() -> store.install(new Source.ZipFile(zip), Progress.NONE))
        .hasMessageContaining("1000 bytes");
  }
}
