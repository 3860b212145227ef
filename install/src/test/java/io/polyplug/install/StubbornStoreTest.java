package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One thing in a store that cannot be moved, deleted or read is in nobody else's way. */
class StubbornStoreTest {
  @TempDir Path folder;
  private Path root;
  private PackageStore store;
  private Source one;
  private Source two;
  private Source other;

  @BeforeEach
  void makePackages() throws IOException {
    root = folder.resolve("plugins");
    store = Packages.store(root);
    one = new Source.ZipFile(Packages.zipFile(folder.resolve("one.zip"), "acme", "1"));
    two = new Source.ZipFile(Packages.zipFile(folder.resolve("two.zip"), "acme", "2"));
    other = new Source.ZipFile(Packages.zipFile(folder.resolve("other.zip"), "other", "1"));
  }

  private static Steps failingAt(String bad) {
    return step -> {
      if (step.equals(bad)) {
        throw new IOException("permission denied");
      }
    };
  }

  private Replacement upgrade(PackageStore in) {
    return in.upgrade("acme", Optional.of(two), plan -> true, Progress.NONE);
  }

  @Test
  void aFolderThatIsReadOnlyIsReplacedAndRemovedAllTheSame() throws Exception {
    Path place = store.install(one, Progress.NONE).folder();
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("r-xr-xr-x"));
    upgrade(store);
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("r-xr-xr-x"));
    store.rollback("acme");
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("r-xr-xr-x"));
    store.uninstall("acme");
    assertThat(Packages.tree(root)).isSubsetOf(".state", ".previous");
  }

  @ParameterizedTest
  @ValueSource(strings = {"look whether it can be moved", "take the old version away"})
  void anUpgradeOfWhatCannotBeMovedChangesNothing(String step) throws Exception {
    store.install(one, Progress.NONE);
    List<String> before = Packages.tree(root);
    assertThatThrownBy(() -> upgrade(Packages.store(root, failingAt(step))))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining("permission denied")
        .message()
        .doesNotContain("next command");
    assertThat(Packages.tree(root)).isEqualTo(before);
    assertThat(store.verify("acme").ok()).isTrue();
  }

  @Test
  void aRollbackOrAnUninstallationOfWhatCannotBeMovedChangesNothing() throws Exception {
    store.install(one, Progress.NONE);
    upgrade(store);
    List<String> before = Packages.tree(root);
    assertThatThrownBy(
            () -> Packages.store(root, failingAt("take the old version away")).rollback("acme"))
        .hasMessageContaining("permission denied");
    assertThat(Packages.tree(root)).isEqualTo(before);
    assertThatThrownBy(
            () -> Packages.store(root, failingAt("take the package away")).uninstall("acme"))
        .hasMessageContaining("permission denied");
    assertThat(Packages.tree(root)).isEqualTo(before);
    assertThat(store.rollback("acme").after().version()).isEqualTo("1");
  }

  @Test
  void whatCannotBeDeletedIsLeftAndTriedAgainLater() throws Exception {
    PackageStore stubborn = Packages.store(root, failingAt("clean up"));
    stubborn.install(one, Progress.NONE);
    upgrade(stubborn);
    upgrade(stubborn);
    stubborn.uninstall("acme");
    assertThat(root.resolve("acme")).doesNotExist();
    assertThat(stubborn.list()).isEmpty();
    stubborn.install(other, Progress.NONE);
    stubborn.install(one, Progress.NONE);
    assertThat(stubborn.verify("acme").ok()).isTrue();
    assertThat(stubborn.unfinished())
        .isNotEmpty()
        .allSatisfy(
            sentence ->
                assertThat(sentence)
                    .contains(root.resolve(".staging").toString())
                    .contains("permission denied"));
    assertThat(store.unfinished()).isEmpty();
    assertThat(root.resolve(".staging")).doesNotExist();
    assertThat(store.list()).extracting(Installed::id).containsExactly("acme", "other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"do\":\"upgrade\",\"id\":\"../x\"}", "folder"})
  void aDecisionThatCannotBeReadStopsNothingElse(String content) throws Exception {
    store.install(one, Progress.NONE);
    Path change = Files.createDirectories(root.resolve(".staging/1"));
    if (content.equals("folder")) {
      Files.createDirectories(change.resolve("change.json"));
    } else {
      Files.writeString(change.resolve("change.json"), content);
    }
    assertThat(store.unfinished()).singleElement().asString().contains(change.toString());
    assertThat(store.verify("acme").ok()).isTrue();
    store.install(other, Progress.NONE);
    upgrade(store);
    store.uninstall("other");
    assertThat(store.list()).extracting(Installed::version).containsExactly("2");
    assertThat(change.resolve("change.json")).exists();
  }

  @Test
  void aChangeThatCannotBeFinishedStopsItsOwnPackageAlone() throws Exception {
    store.install(one, Progress.NONE);
    store.install(other, Progress.NONE);
    PackageStore stubborn = Packages.store(root, failingAt("show the new version"));
    assertThatThrownBy(() -> upgrade(stubborn)).hasMessageContaining("next command");
    assertThatThrownBy(() -> stubborn.verify("acme"))
        .hasMessageContaining("acme")
        .hasMessageContaining(".staging");
    assertThatThrownBy(() -> stubborn.install(one, Progress.NONE)).hasMessageContaining(".staging");
    assertThat(stubborn.verify("other").ok()).isTrue();
    stubborn.uninstall("other");
    assertThat(store.verify("acme").installed().version()).isEqualTo("2");
  }

  @Test
  void aStoreThatIsALinkToNothingIsSaidToBe() throws Exception {
    Files.createSymbolicLink(root, folder.resolve("gone"));
    assertThatThrownBy(() -> store.install(one, Progress.NONE))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining(root + " is a link to nothing");
  }

  @Test
  void problemsOfTheDiskAreToldWithoutTheNamesOfExceptions() {
    for (IOException problem :
        List.of(
            new IOException("No space left on device"),
            new IOException(),
            new java.nio.file.AccessDeniedException("/x"),
            new java.nio.file.FileAlreadyExistsException("/x"),
            new java.nio.file.NotDirectoryException("/x"),
            new java.nio.file.DirectoryNotEmptyException("/x"),
            new java.nio.file.FileSystemException("/x", null, "No space left on device"),
            new java.nio.file.FileSystemException("/x"))) {
      assertThat(DiskWords.of(problem)).isNotBlank().isNotEqualTo("/x").doesNotContain("Exception");
    }
    assertThat(new WriteProblem(new IOException("No space left on device")))
        .hasMessage("No space left on device");
  }

  @Test
  void aStagingFolderThatIsAFileIsNamed() throws Exception {
    store.install(one, Progress.NONE);
    Path file = Files.writeString(root.resolve(".staging"), "");
    assertThat(store.unfinished()).singleElement().asString().contains(file + " is not a folder");
    assertThat(store.list()).hasSize(1);
    assertThat(store.verify("acme").ok()).isTrue();
    assertThatThrownBy(() -> store.install(other, Progress.NONE))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining(file + " is in the way");
    store.uninstall("acme");
    assertThat(root.resolve("acme")).doesNotExist();
  }
}
