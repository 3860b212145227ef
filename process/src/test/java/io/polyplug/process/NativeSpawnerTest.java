package io.polyplug.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class NativeSpawnerTest extends SpawnerSuite {
  @Override
  Spawner spawner() {
    return Spawner.platform();
  }

  @Test
  void anOfferTakesWhatFitsAndNoMore() throws Exception {
    try (Child child = sh("exec sleep 60")) {
      byte[] bytes = new byte[1 << 20];
      int taken = child.stdin().offer(bytes, 0, bytes.length);
      assertThat(taken).isPositive().isLessThan(bytes.length);
      assertThat(child.stdin().offer(bytes, 0, bytes.length)).isZero();
    }
  }

  @Test
  void aCodeAbove128IsACode() throws Exception {
    try (Child child = sh("exit 137")) {
      assertThat(exitOf(child)).isEqualTo(new ExitStatus.Exited(137));
    }
  }

  @Test
  void aProgramThatIsBeingWrittenIsWaitedForAWhileAndThenSaid(@TempDir Path folder)
      throws Exception {
    Path program = Files.writeString(folder.resolve("p"), "#!/bin/sh\nexit 7\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    ProcessSpec spec = ProcessSpec.of(program).folder(folder).build();
    try (FileChannel _ = FileChannel.open(program, StandardOpenOption.WRITE)) {
      assertThatThrownBy(() -> spawner().start(spec))
          .isInstanceOf(LaunchFailure.class)
          .hasMessageContaining("is open for writing");
    }
    FileChannel writing = FileChannel.open(program, StandardOpenOption.WRITE);
    CompletableFuture<ExitStatus> exit = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (Child child = spawner().start(spec)) {
                exit.complete(exitOf(child));
              } catch (Exception e) {
                exit.completeExceptionally(e);
              }
            });
    writing.close();
    assertThat(exit.get(30, TimeUnit.SECONDS)).isEqualTo(new ExitStatus.Exited(7));
  }

  @Test
  void theChildLeadsAGroupOfItsOwnUnlessItIsToShareOurs() throws Exception {
    String group = "cut -d' ' -f5 /proc/$$/stat";
    try (Child own = sh(group);
        Child shared = spawner().start(shell(group).group(ProcessSpec.Group.HOST).build())) {
      String ours = Files.readString(Path.of("/proc/self/stat")).split(" ", -1)[4];
      assertThat(all(own.stdout()).trim()).isEqualTo(String.valueOf(own.pid()));
      assertThat(all(shared.stdout()).trim()).isEqualTo(ours);
    }
  }

  @Test
  void theChildHasNoSignalBlockedOrIgnored() throws Exception {
    try (Child child = sh("grep -E 'SigBlk|SigIgn' /proc/self/status")) {
      assertThat(all(child.stdout()))
          .isEqualTo("SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
    }
  }

  @Test
  void leftoversOfTheGroupAreEndedAfterANormalExit() throws Exception {
    try (Child child = sh("sleep 60 >/dev/null & echo $!")) {
      long grandchild = Long.parseLong(all(child.stdout()).trim());
      exitOf(child);
      assertThat(Processes.isAlive(grandchild)).isTrue();
      child.endLeftovers();
      Processes.awaitGone(grandchild);
    }
  }

  @Test
  void aDescendantThatLeftTheGroupIsEndedWhileItsParentsLive() throws Exception {
    long escaped;
    try (Child child = sh("setsid sleep 60 & echo $! ; wait")) {
      byte[] bytes = new byte[32];
      int count = child.stdout().read(bytes, 0, 32);
      escaped = Long.parseLong(new String(bytes, 0, count, UTF_8).trim());
    }
    Processes.awaitGone(escaped);
  }

  @Test
  void aDescendantInTheGroupIsEndedThoughItsParentsAreGone() throws Exception {
    long orphan;
    try (Child child = sh("sh -c 'sleep 60 >/dev/null 2>&1 & echo $!'; read line")) {
      byte[] bytes = new byte[32];
      int count = child.stdout().read(bytes, 0, 32);
      orphan = Long.parseLong(new String(bytes, 0, count, UTF_8).trim());
      assertThat(Processes.isAlive(orphan)).isTrue();
    }
    Processes.awaitGone(orphan);
  }

  @Test
  void aDaemonThatLeftTheGroupAndItsParentsIsNotFollowed() throws Exception {
    long daemon;
    try (Child child =
        sh("sh -c 'setsid sh -c \"echo \\$\\$; exec sleep 60 >/dev/null 2>&1\" &'; read line")) {
      byte[] bytes = new byte[32];
      int count = child.stdout().read(bytes, 0, 32);
      daemon = Long.parseLong(new String(bytes, 0, count, UTF_8).trim());
      // Only when the shell in between is gone is it out of reach.
      Processes.awaitParentOtherThan(daemon, child.pid());
    }
    try {
      assertThat(Processes.isAlive(daemon)).isTrue();
    } finally {
      ProcessHandle.of(daemon).ifPresent(ProcessHandle::destroyForcibly);
    }
    Processes.awaitGone(daemon);
  }
}
