package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Several commands on one store: one changes it at a time, and none waits for a person. */
class StoreTurnsTest extends StoreFixture {
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
}
