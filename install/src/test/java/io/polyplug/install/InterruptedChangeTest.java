package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every operation is stopped before every step: by a failure of the disk, and by the death of the
 * process. What is there afterwards is the state before or the state after, and work goes on.
 */
class InterruptedChangeTest {
  @TempDir Path folder;
  private Path one;
  private Path two;

  @BeforeEach
  void makePackages() throws IOException {
    one = Packages.zipFile(folder.resolve("one.zip"), "acme", "1");
    two = Packages.zipFile(folder.resolve("two.zip"), "acme", "2", "more");
  }

  /** An operation, the versions before and after it (empty: not installed), and its leftovers. */
  enum Operation {
    INSTALL("", "1"),
    UPGRADE("1", "2"),
    SECOND_UPGRADE("1", "2"),
    ROLLBACK("2", "1"),
    UNINSTALL("1", ""),
    UNINSTALL_UPGRADED("2", "");

    final String before;
    final String after;

    Operation(String before, String after) {
      this.before = before;
      this.after = after;
    }

    /** Cleaning up can wait, and uninstalling needs no room on the disk. */
    boolean doesWithout(String step) {
      return step.equals("clean up")
          || (step.equals("stage") && (this == UNINSTALL || this == UNINSTALL_UPGRADED));
    }

    void prepare(PackageStore store, Path one, Path two) {
      if (this != INSTALL) {
        store.install(new Source.ZipFile(one), Progress.NONE);
      }
      switch (this) {
        case SECOND_UPGRADE -> {
          upgrade(store, two);
          upgrade(store, one);
        }
        case ROLLBACK, UNINSTALL_UPGRADED -> upgrade(store, two);
        case INSTALL, UPGRADE, UNINSTALL -> {}
      }
    }

    void run(PackageStore store, Path one, Path two) {
      switch (this) {
        case INSTALL -> store.install(new Source.ZipFile(one), Progress.NONE);
        case UPGRADE, SECOND_UPGRADE -> upgrade(store, two);
        case ROLLBACK -> store.rollback("acme");
        case UNINSTALL, UNINSTALL_UPGRADED -> store.uninstall("acme");
      }
    }

    private static void upgrade(PackageStore store, Path zip) {
      store.upgrade("acme", Optional.of(new Source.ZipFile(zip)), plan -> true, Progress.NONE);
    }
  }

  private static List<String> stepsOf(Operation operation, Path root, Path one, Path two) {
    operation.prepare(Packages.store(root), one, two);
    List<String> seen = new ArrayList<>();
    operation.run(Packages.store(root, seen::add), one, two);
    return seen;
  }

  @ParameterizedTest
  @EnumSource
  void aFailureAtAnyStepLeavesTheOldOrTheNewState(Operation operation) throws Exception {
    List<String> steps = stepsOf(operation, folder.resolve("whole"), one, two);
    assertThat(steps).hasSizeGreaterThan(4);
    for (int stop = 0; stop < steps.size(); stop++) {
      Path root = folder.resolve("failed-" + stop);
      operation.prepare(Packages.store(root), one, two);
      int[] left = {stop};
      Steps failing =
          step -> {
            if (left[0]-- == 0) {
              throw new IOException("no space left on device");
            }
          };
      if (operation.doesWithout(steps.get(stop))) {
        operation.run(Packages.store(root, failing), one, two);
        assertThat(version(Packages.store(root))).isEqualTo(operation.after);
      } else {
        assertThatThrownBy(() -> operation.run(Packages.store(root, failing), one, two))
            .as("step " + stop + " of " + steps)
            .isInstanceOf(InstallProblem.class)
            .hasMessageContaining("no space left");
      }
      goesOn(operation, root, "after a failure before: " + steps.get(stop));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aKillAtAnyStepLeavesTheOldOrTheNewState(Operation operation) throws Exception {
    List<String> steps = stepsOf(operation, folder.resolve("whole"), one, two);
    for (int stop = 0; stop < steps.size(); stop++) {
      Path root = folder.resolve("killed-" + stop);
      operation.prepare(Packages.store(root), one, two);
      assertThat(killed(operation, root, stop)).as(steps.get(stop)).isEqualTo(137);
      goesOn(operation, root, "after a kill before: " + steps.get(stop));
    }
  }

  private int killed(Operation operation, Path root, int stop) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                operation.name(),
                root.toString(),
                one.toString(),
                two.toString(),
                Integer.toString(stop))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** Does the operation and is killed by itself, at once, before the given step. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] args) {
      int[] left = {Integer.parseInt(args[4])};
      Steps deadly =
          step -> {
            if (left[0]-- == 0) {
              Process kill =
                  new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid()))
                      .start();
              try {
                kill.waitFor(30, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
            }
          };
      Operation.valueOf(args[0])
          .run(Packages.store(Path.of(args[1]), deadly), Path.of(args[2]), Path.of(args[3]));
    }
  }

  private void goesOn(Operation operation, Path root, String when) throws Exception {
    PackageStore store = Packages.store(root);
    store.recover();
    assertThat(root.resolve(".staging")).as(when).doesNotExist();
    String version = version(store);
    assertThat(version).as(when).isIn(operation.before, operation.after);
    consistent(store, version, when);
    if (version.equals(operation.before)) {
      operation.run(store, one, two);
    }
    assertThat(version(store)).as(when).isEqualTo(operation.after);
    consistent(store, operation.after, when);
    // And so does everything else.
    if (operation.after.isEmpty()) {
      assertThat(Packages.tree(root)).as(when).isSubsetOf(".previous", ".state");
    }
  }

  private static String version(PackageStore store) {
    return store.list().stream()
        .filter(installed -> installed.id().equals("acme"))
        .map(Installed::version)
        .findFirst()
        .orElse("");
  }

  private static void consistent(PackageStore store, String version, String when)
      throws IOException {
    Path place = store.root().resolve("acme");
    if (version.isEmpty()) {
      assertThat(place).as(when).doesNotExist();
      assertThat(store.root().resolve(".state/acme.json")).as(when).doesNotExist();
      assertThat(store.root().resolve(".previous/acme")).as(when).doesNotExist();
      return;
    }
    assertThat(place.resolve("data/only-in-" + version)).as(when).exists();
    Verification verification = store.verify("acme");
    assertThat(verification.ok()).as(when).isTrue();
    assertThat(verification.unknown()).as(when).isEmpty();
    Path kept = store.root().resolve(".previous/acme");
    if (Files.exists(kept)) {
      String other = version.equals("1") ? "2" : "1";
      assertThat(kept.resolve("package/data/only-in-" + other)).as(when).exists();
      assertThat(LockFile.read(Change.entryIn(kept)).orElseThrow().version())
          .as(when)
          .isEqualTo(other);
    }
  }
}
