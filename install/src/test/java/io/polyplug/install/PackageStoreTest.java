package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the store promises when nothing goes wrong, and what it says when something does. */
class PackageStoreTest extends StoreFixture {
  @Test
  void anInstalledPackageIsInTheFolderOfItsIdWithALockFile() throws Exception {
    Installed installed = store.install(one, Progress.NONE);
    assertThat(installed.id()).isEqualTo("acme");
    assertThat(installed.version()).isEqualTo("1");
    assertThat(installed.contract()).isEqualTo("test");
    assertThat(installed.folder()).isEqualTo(root.resolve("acme"));
    assertThat(installed.files()).isEqualTo(3);
    assertThat(installed.asksFor()).containsExactly("network");
    assertThat(installed.digest()).startsWith("sha256:").hasSize(71);
    assertThat(Packages.tree(root))
        .containsExactly(
            ".state",
            ".state/acme.json",
            "acme",
            "acme/bin",
            "acme/bin/run",
            "acme/data",
            "acme/data/only-in-1",
            "acme/test-plugin.json");
    LockEntry entry = LockFile.read(root.resolve(".state/acme.json")).orElseThrow();
    assertThat(entry.installed(root)).isEqualTo(installed);
    assertThat(entry.files()).hasSize(3);
    assertThat(store.list()).containsExactly(installed);
  }

  @Test
  void aRuneBundleIsRecognisedInItsSingleFolder() throws Exception {
    String manifest =
        """
        {"plugin_id":"acme.rune","plugin_version":"3","protocol_version":"rterm.plugin.v1",
         "capabilities":["tool.execute","net"],"process":{"command":"./run.sh"},"tools":[{"name":"t"}]}
        """;
    Path zip =
        Files.write(
            folder.resolve("rune.zip"),
            Packages.zip(
                java.util.Map.of("x/rterm-plugin.json", manifest, "x/run.sh", "#!/bin/sh\n")));
    Installed installed = store.install(new Source.ZipFile(zip), Progress.NONE);
    assertThat(installed.contract()).isEqualTo("rune");
    assertThat(installed.id()).isEqualTo("acme.rune");
    assertThat(installed.asksFor()).containsExactly("tool.execute", "net");
    assertThat(Files.isExecutable(installed.folder().resolve("x/run.sh"))).isTrue();
    Path escaping =
        Files.write(
            folder.resolve("escaping.zip"),
            Packages.zip(
                java.util.Map.of(
                    "rterm-plugin.json", manifest.replace("./run.sh", "../../run.sh"))));
    assertThatThrownBy(() -> store.install(new Source.ZipFile(escaping), Progress.NONE))
        .hasMessageContaining("leads out of the package");
  }

  @Test
  void whatIsOnlyBoundIsSaidToNeedNoInstalling() throws Exception {
    Path bound = Files.createDirectory(folder.resolve("bound"));
    Files.writeString(bound.resolve("program"), "#!/bin/sh\n");
    assertThatThrownBy(() -> store.install(new Source.Folder(bound), Progress.NONE))
        .hasMessageContaining("no manifest of a contract")
        .message()
        .doesNotContain("polyplug.toml");
    Files.writeString(bound.resolve("polyplug.toml"), "");
    assertThatThrownBy(() -> store.install(new Source.Folder(bound), Progress.NONE))
        .hasMessageContaining("what its polyplug.toml binds needs no installing")
        .hasMessageEndingWith("--config");
  }

  @Test
  void whatIsInstalledAlreadyIsRefused() {
    store.install(one, Progress.NONE);
    assertThatThrownBy(() -> store.install(two, Progress.NONE))
        .isInstanceOf(InstallProblem.class)
        .hasMessageContaining("installed already")
        .hasMessageContaining("polyplug upgrade acme");
    assertThat(store.list().getFirst().version()).isEqualTo("1");
  }

  @Test
  void anUpgradeReplacesAllFilesAndKeepsTheOldOnes() {
    store.install(one, Progress.NONE);
    Replacement replacement = upgrade(two);
    assertThat(replacement.before().version()).isEqualTo("1");
    assertThat(replacement.after().version()).isEqualTo("2");
    assertThat(replacement.asksForMore()).containsExactly("files");
    assertThat(root.resolve("acme/data/only-in-1")).doesNotExist();
    assertThat(root.resolve("acme/data/only-in-2")).exists();
    assertThat(root.resolve(".previous/acme/package/data/only-in-1")).exists();
    assertThat(store.verify("acme").ok()).isTrue();
  }

  @Test
  void anUpgradeWithoutASourceFetchesFromWhereItCame() throws Exception {
    store.install(one, Progress.NONE);
    Packages.zipFile(folder.resolve("one.zip"), "acme", "5");
    Replacement replacement = store.upgrade("acme", Optional.empty(), plan -> true, Progress.NONE);
    assertThat(replacement.after().version()).isEqualTo("5");
    Files.delete(folder.resolve("one.zip"));
    assertThatThrownBy(() -> store.upgrade("acme", Optional.empty(), plan -> true, Progress.NONE))
        .hasMessageContaining("name another source");
  }

  @Test
  void anUpgradeThatIsNotApprovedOrNotUsableChangesNothing() throws Exception {
    store.install(one, Progress.NONE);
    List<String> before = Packages.tree(root);
    assertThatThrownBy(() -> store.upgrade("acme", Optional.of(two), plan -> false, Progress.NONE))
        .hasMessageContaining("not approved");
    Path broken =
        Files.write(folder.resolve("broken.zip"), Packages.zip(java.util.Map.of("a", "b")));
    assertThatThrownBy(() -> upgrade(new Source.ZipFile(broken)))
        .hasMessageContaining("no manifest");
    Path other = Packages.zipFile(folder.resolve("other.zip"), "somebody.else", "1");
    assertThatThrownBy(() -> upgrade(new Source.ZipFile(other)))
        .hasMessageContaining("the new package is somebody.else");
    assertThat(Packages.tree(root)).isEqualTo(before);
    assertThat(store.verify("acme").ok()).isTrue();
  }

  @Test
  void aRollbackGoesOneVersionBackAndForthAgain() {
    store.install(one, Progress.NONE);
    assertThatThrownBy(() -> store.rollback("acme")).hasMessageContaining("no previous version");
    upgrade(two);
    assertThat(store.rollback("acme").after().version()).isEqualTo("1");
    assertThat(root.resolve("acme/data/only-in-1")).exists();
    assertThat(store.verify("acme").ok()).isTrue();
    assertThat(store.rollback("acme").after().version()).isEqualTo("2");
    assertThat(store.verify("acme").ok()).isTrue();
  }

  @Test
  void noIdReachesAPathThatIsNotPlain() {
    for (String id : List.of("..", "../x", "", "a/b", ".state", "-x")) {
      assertThatThrownBy(() -> store.uninstall(id)).hasMessageContaining("cannot be the id");
      assertThatThrownBy(() -> store.verify(id)).hasMessageContaining("cannot be the id");
      assertThatThrownBy(() -> store.rollback(id)).hasMessageContaining("cannot be the id");
      assertThatThrownBy(() -> store.upgrade(id, Optional.of(one), plan -> true, Progress.NONE))
          .hasMessageContaining("cannot be the id");
    }
    assertThat(root).doesNotExist();
  }

  @Test
  void verifySaysWhatChangedWhatIsGoneAndWhatIsNew() throws Exception {
    store.install(one, Progress.NONE);
    Files.writeString(root.resolve("acme/bin/run"), "#!/bin/sh\necho X\n");
    Files.delete(root.resolve("acme/data/only-in-1"));
    Files.createDirectories(root.resolve("acme/__pycache__"));
    Files.writeString(root.resolve("acme/__pycache__/a.pyc"), "");
    Verification verification = store.verify("acme");
    assertThat(verification.ok()).isFalse();
    assertThat(verification.changed()).containsExactly("bin/run");
    assertThat(verification.missing()).containsExactly("data/only-in-1");
    assertThat(verification.unknown()).containsExactly("__pycache__/a.pyc");
  }

  @Test
  void verifySeesAChangeThatKeepsSizeAndTime() throws Exception {
    store.install(one, Progress.NONE);
    Path file = root.resolve("acme/data/only-in-1");
    var time = Files.getLastModifiedTime(file);
    Files.writeString(file, "X");
    Files.setLastModifiedTime(file, time);
    assertThat(store.verify("acme").changed()).containsExactly("data/only-in-1");
  }

  @Test
  void whoeverListensHearsOfEachChangeAndOfNothingElse() {
    AtomicInteger changes = new AtomicInteger();
    PackageStore heard =
        Packages.store(root, StoreSettings.DEFAULT.onChange(changes::incrementAndGet), Steps.NONE);
    heard.install(one, Progress.NONE);
    assertThatThrownBy(() -> heard.install(one, Progress.NONE));
    assertThat(changes).hasValue(1);
    heard.upgrade("acme", Optional.of(two), plan -> true, Progress.NONE);
    heard.rollback("acme");
    heard.verify("acme");
    heard.list();
    heard.uninstall("acme");
    assertThat(changes).hasValue(4);
  }

  @Test
  void progressTellsBytes() {
    List<Long> seen = new ArrayList<>();
    store.install(one, (what, done, all) -> seen.add(done * 1000 / all));
    assertThat(seen).isNotEmpty().isSorted().last().isEqualTo(1000L);
  }

  @Test
  void sourcesAreToldApart() throws Exception {
    assertThat(Source.parse("one.zip", folder)).isEqualTo(one);
    assertThat(Source.parse(".", folder)).isEqualTo(new Source.Folder(folder.toAbsolutePath()));
    assertThat(Source.parse("HTTPS://h/x?sig=1", folder)).isInstanceOf(Source.Url.class);
    assertThat(Source.parse("OCI://h:5000/a/b", folder))
        .isEqualTo(new Source.Oci("oci://h:5000/a/b:latest"));
    for (String wrong :
        List.of("", " ", "absent.zip", "ftp://h/x.zip", "http://", "https://u:p@h/x", "oci://h")) {
      assertThatThrownBy(() -> Source.parse(wrong, folder))
          .as(wrong)
          .isInstanceOf(InstallProblem.class);
    }
  }

  @Test
  void aLockFileThatIsBrokenIsSaidToBe() throws Exception {
    store.install(one, Progress.NONE);
    Files.writeString(root.resolve(".state/acme.json"), "{}");
    assertThatThrownBy(() -> store.verify("acme"))
        .hasMessageContaining("acme.json is not a lock")
        .hasMessageContaining("polyplug uninstall acme");
    assertThat(store.list()).isEmpty();
    assertThat(store.ids()).containsExactly("acme");
    store.uninstall("acme");
    assertThat(store.install(two, Progress.NONE).version()).isEqualTo("2");
  }
}
