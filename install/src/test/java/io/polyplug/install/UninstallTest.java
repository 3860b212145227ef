package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Uninstalling takes all of a package, and nothing that is none. */
class UninstallTest extends StoreFixture {
  @Test
  void uninstallRemovesEverythingOfAPackageAndNothingElse() throws Exception {
    store.install(one, Progress.NONE);
    upgrade(two);
    store.install(
        new Source.ZipFile(Packages.zipFile(folder.resolve("x.zip"), "other", "1")), Progress.NONE);
    Path outside = Files.writeString(folder.resolve("outside"), "kept");
    Files.createSymbolicLink(root.resolve("acme/link"), outside);
    Files.createDirectories(root.resolve("acme/locked/in"));
    Files.setPosixFilePermissions(
        root.resolve("acme/locked"), PosixFilePermissions.fromString("---------"));
    assertThat(store.uninstall("acme")).isEqualTo(root.resolve("acme"));
    assertThat(outside).hasContent("kept");
    assertThat(Packages.tree(root)).noneMatch(path -> path.contains("acme"));
    assertThat(store.list()).hasSize(1);
    assertThat(store.install(one, Progress.NONE).version()).isEqualTo("1");
  }

  @Test
  void uninstallFindsWhatWasCopiedByHand() throws Exception {
    for (String name : List.of("by-hand", "twice")) {
      Files.createDirectories(root.resolve(name));
      Files.writeString(
          root.resolve(name).resolve(Packages.MANIFEST), TestContract.manifest("hand", "1"));
    }
    assertThatThrownBy(() -> store.uninstall("hand")).hasMessageContaining("by-hand, twice");
    assertThatThrownBy(() -> store.verify("by-hand")).hasMessageContaining("by hand");
    assertThat(store.uninstall("twice")).isEqualTo(root.resolve("twice"));
    assertThat(store.uninstall("hand")).isEqualTo(root.resolve("by-hand"));
    assertThatThrownBy(() -> store.uninstall("hand")).hasMessageContaining("no package hand");
  }

  @Test
  void uninstallRemovesNothingThatIsNoPlugin() throws Exception {
    Files.createDirectories(root.resolve("notes"));
    Files.writeString(root.resolve("notes/diary"), "mine");
    Files.writeString(root.resolve("file"), "mine");
    Files.createSymbolicLink(root.resolve("link"), folder);
    for (String name : List.of("notes", "file", "link")) {
      assertThatThrownBy(() -> store.uninstall(name))
          .isInstanceOf(InstallProblem.class)
          .hasMessageContaining(name + " is not a plugin");
    }
    assertThat(Packages.tree(root)).containsExactly("file", "link", "notes", "notes/diary");
    Files.createDirectories(root.resolve("broken"));
    Files.writeString(root.resolve("broken").resolve(Packages.MANIFEST), "{");
    assertThat(store.uninstall("broken")).doesNotExist();
  }

  @Test
  void aPackageThatWasDeletedByHandCanBeInstalledAgain() throws Exception {
    store.install(one, Progress.NONE);
    FileTree.delete(root.resolve("acme"));
    assertThat(store.list()).isEmpty();
    assertThat(store.install(two, Progress.NONE).version()).isEqualTo("2");
  }
}
