package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the store promises when nothing goes wrong, and what it says when something does. */
class PackageStoreTest {
  @TempDir Path folder;
  private Path root;
  private PackageStore store;
  private Source one;
  private Source two;

  @BeforeEach
  void makePackages() throws IOException {
    root = folder.resolve("plugins");
    store = Packages.store(root);
    one = new Source.ZipFile(Packages.zipFile(folder.resolve("one.zip"), "acme", "1", "network"));
    two =
        new Source.ZipFile(
            Packages.zipFile(folder.resolve("two.zip"), "acme", "2", "network", "files"));
  }

  private Replacement upgrade(Source source) {
    return store.upgrade("acme", Optional.of(source), plan -> true, Progress.NONE);
  }

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
  void theProgramOfAZipWithoutModesIsExecutable() {
    store.install(one, Progress.NONE);
    assertThat(Files.isExecutable(root.resolve("acme/bin/run"))).isTrue();
    assertThat(Files.isExecutable(root.resolve("acme/test-plugin.json"))).isFalse();
  }

  @Test
  void modesOfUnixAreKeptButNeverSetuid() throws Exception {
    Path in = store.install(new Source.ZipFile(modes()), Progress.NONE).folder();
    assertThat(mode(in.resolve("tool"))).isEqualTo("rwxr-xr-x");
    assertThat(mode(in.resolve("private"))).isEqualTo("rw-------");
    assertThat(mode(in.resolve("locked"))).isEqualTo("rw------x");
    assertThat(mode(in.resolve("windows"))).doesNotContain("x");
    assertThat((Integer) Files.getAttribute(in.resolve("tool"), "unix:mode") & 07000).isZero();
  }

  private Path modes() throws IOException {
    RawZip zip = RawZip.good();
    zip.add("tool", "x").mode = 0104755;
    zip.add("private", "x").mode = 0100600;
    zip.add("locked", "x").mode = 0100001;
    RawZip.Entry windows = zip.add("windows", "x");
    windows.mode = 0100777;
    windows.madeBy = 20;
    return Files.write(folder.resolve("modes.zip"), zip.build());
  }

  @Test
  void whoeverTheUserKeepsOutIsKeptOutOfPlugins() throws Exception {
    Path zip = modes();
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "umask 077; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Installer.class.getName(),
                root.toString(),
                zip.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    Path in = root.resolve("hostile");
    assertThat(mode(in.resolve("tool"))).isEqualTo("rwx------");
    assertThat(mode(in.resolve("windows"))).isEqualTo("rw-------");
    assertThat(mode(in.resolve("bin/run"))).isEqualTo("rwx------");
  }

  /** Installs a package. */
  static final class Installer {
    private Installer() {}

    public static void main(String[] args) {
      Packages.store(Path.of(args[0])).install(new Source.ZipFile(Path.of(args[1])), Progress.NONE);
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
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
  void aPackageThatWasDeletedByHandCanBeInstalledAgain() throws Exception {
    store.install(one, Progress.NONE);
    FileTree.delete(root.resolve("acme"));
    assertThat(store.list()).isEmpty();
    assertThat(store.install(two, Progress.NONE).version()).isEqualTo("2");
  }

  @Test
  void oneOperationGoesOnAtATimeAndTheOtherSaysWhoHoldsIt() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    AtomicInteger steps = new AtomicInteger();
    PackageStore slow =
        Packages.store(
            root,
            step -> {
              if (steps.getAndIncrement() == 1) {
                inside.countDown();
                try {
                  over.await(60, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                  throw new IOException(e);
                }
              }
            });
    Thread thread = Thread.ofPlatform().start(() -> slow.install(one, Progress.NONE));
    assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
    StoreSettings hasty =
        new StoreSettings(1000, 1000, 10, Duration.ofSeconds(1), Duration.ZERO, () -> {});
    PackageStore other = Packages.store(root, hasty, Steps.NONE);
    assertThatThrownBy(() -> other.install(two, Progress.NONE))
        .hasMessageContaining("held by this very process");
    over.countDown();
    thread.join(30_000);
    assertThatThrownBy(() -> store.install(two, Progress.NONE))
        .hasMessageContaining("installed already");
  }

  @Test
  void whoeverIsAskedHoldsUpNobody() throws Exception {
    store.install(one, Progress.NONE);
    Source other = new Source.ZipFile(Packages.zipFile(folder.resolve("x.zip"), "other", "1"));
    store.upgrade(
        "acme",
        Optional.of(two),
        plan -> {
          // The others also sweep, and must leave what waits for the answer.
          store.install(other, Progress.NONE);
          store.uninstall("other");
          return true;
        },
        Progress.NONE);
    assertThat(store.verify("acme").installed().version()).isEqualTo("2");
    assertThat(root.resolve(".staging")).doesNotExist();
  }

  @Test
  void anAnswerCountsOnlyForWhatWasAskedAbout() throws Exception {
    store.install(one, Progress.NONE);
    assertThatThrownBy(
            () ->
                store.upgrade(
                    "acme",
                    Optional.of(two),
                    plan -> {
                      upgrade(two);
                      return true;
                    },
                    Progress.NONE))
        .hasMessageContaining("by another command");
    assertThatThrownBy(
            () ->
                store.upgrade(
                    "acme",
                    Optional.of(two),
                    plan -> store.uninstall("acme") != null,
                    Progress.NONE))
        .hasMessageContaining("no package acme");
    assertThat(root.resolve(".staging")).doesNotExist();
  }

  @Test
  void anotherProcessThatHoldsTheLockIsNamed() throws Exception {
    Files.createDirectories(root);
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                root.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(holder.getInputStream().read()).isEqualTo('h');
      StoreSettings hasty =
          new StoreSettings(1000, 1000, 10, Duration.ofSeconds(1), Duration.ZERO, () -> {});
      assertThatThrownBy(() -> Packages.store(root, hasty, Steps.NONE).install(one, Progress.NONE))
          .hasMessageContaining("held by process " + holder.pid() + " (holding)");
    } finally {
      holder.destroyForcibly();
    }
    assertThat(holder.waitFor(30, TimeUnit.SECONDS)).isTrue();
    // The lock of the dead is free.
    assertThat(store.install(one, Progress.NONE).id()).isEqualTo("acme");
  }

  /** Holds the lock of a store until it is killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws Exception {
      try (StoreLock _ =
          StoreLock.take(
              new StoreLayout(Path.of(args[0])).lock(), "holding", Duration.ofSeconds(30))) {
        System.out.print("h");
        System.out.flush();
        new CountDownLatch(1).await(120, TimeUnit.SECONDS);
      }
    }
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
