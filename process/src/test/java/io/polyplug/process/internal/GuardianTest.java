package io.polyplug.process.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.Guardian;
import io.polyplug.process.Journal;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Signals;
import io.polyplug.process.Spawner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class GuardianTest {
  private static final int HOSTS = 20;
  private static final int LANES = 4;
  private static final int SIGSTOP = 19;

  @TempDir Path state;

  @Test
  void nothingOutlivesAHostThatIsKilledTwentyTimesAtAnyMoment() throws Exception {
    AtomicInteger number = new AtomicInteger();
    List<Callable<Void>> lanes =
        Collections.nCopies(
            LANES,
            () -> {
              for (int i = number.getAndIncrement(); i < HOSTS; i = number.getAndIncrement()) {
                endHost(i);
              }
              return null;
            });
    try (ExecutorService threads = Executors.newFixedThreadPool(LANES)) {
      for (Future<Void> lane : threads.invokeAll(lanes)) {
        lane.get();
      }
    }
  }

  private void endHost(int number) throws Exception {
    try (HostUnderTest host = new HostUnderTest(state, true, number % 4 >= 2)) {
      // Any moment will do, in the middle of a start as well.
      LockSupport.parkNanos(new Random(number).nextInt(30_000_000));
      if (number % 2 == 0) {
        host.kill();
      } else {
        host.killGroup(Signals.KILL);
      }
      host.assertNobodySurvives();
    }
  }

  @Test
  void ctrlCAtTheTerminalDoesNotEndTheGuardian() throws Exception {
    try (HostUnderTest host = new HostUnderTest(state, false)) {
      assertThat(ProcFs.stat(host.guardian).orElseThrow().session()).isEqualTo(host.guardian);
      HostUnderTest.send(host.guardian, Signals.INT);
      HostUnderTest.send(host.guardian, Signals.TERM);
      host.killGroup(Signals.INT);
      host.assertNobodySurvives();
    }
  }

  @Test
  void whatHostAndGuardianLeftWhenEndedTogetherTheNextHostSweeps() throws Exception {
    try (HostUnderTest host = new HostUnderTest(state, false)) {
      HostUnderTest.send(host.pid(), SIGSTOP);
      HostUnderTest.send(host.guardian, Signals.KILL);
      host.kill();
      assertThat(host.family()).isNotEmpty();
      try (Journal journal = Journal.open(state)) {
        assertThat(journal.swept()).hasSize(4);
        host.assertNobodySurvives();
      }
    }
  }

  @Test
  void aGuardianThatWasEndedIsReplacedAndKnowsTheChildren() throws Exception {
    ProcessSpec cat = ProcessSpec.of(Path.of("/bin/cat")).build();
    Guardian guardian = Guardian.of(Spawner.platform());
    GuardedSpawner spawner = (GuardedSpawner) guardian.spawner();
    try (Child child = spawner.start(cat)) {
      long first = spawner.guardPid();
      HostUnderTest.send(first, Signals.KILL);
      long end = System.nanoTime() + 20_000_000_000L;
      while ((spawner.guardPid() == first || spawner.guardPid() == 0) && System.nanoTime() < end) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(spawner.guardPid()).isPositive().isNotEqualTo(first);
      guardian.close();
      assertThat(child.awaitExit(Duration.ofSeconds(20))).isPresent();
    }
  }

  @Test
  void aDescendantThatMadeItsOwnSessionIsEndedWithALivingParent() throws Exception {
    ProcessSpec spec =
        ProcessSpec.of(Path.of("/bin/sh"))
            .arguments("-c", "trap '' TERM; setsid sleep 1000 & echo $!; while :; do wait; done")
            .environment(Environment.empty().with("PATH", "/usr/bin:/bin"))
            .build();
    Guardian guardian = Guardian.of(Spawner.platform());
    try (Child child = guardian.spawner().start(spec)) {
      byte[] line = new byte[20];
      int length = child.stdout().read(line, 0, line.length);
      long left = Long.parseLong(new String(line, 0, length, StandardCharsets.US_ASCII).strip());
      long end = System.nanoTime() + 20_000_000_000L;
      while (ProcFs.stat(left).orElseThrow().session() != left && System.nanoTime() < end) {
        LockSupport.parkNanos(1_000_000);
      }
      guardian.close();
      assertThat(child.awaitExit(Duration.ofSeconds(20))).isPresent();
      while (HostUnderTest.isAlive(left) && System.nanoTime() < end) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(HostUnderTest.isAlive(left)).isFalse();
    }
  }

  @Test
  void aClosedGuardianStartsNothingAndGoes() throws Exception {
    ProcessSpec cat = ProcessSpec.of(Path.of("/bin/cat")).build();
    Guardian guardian = Guardian.of(Spawner.platform());
    GuardedSpawner spawner = (GuardedSpawner) guardian.spawner();
    spawner.start(cat).close();
    long shell = spawner.guardPid();
    guardian.close();
    assertThatThrownBy(() -> spawner.start(cat))
        .isInstanceOfSatisfying(
            LaunchFailure.class,
            failure -> assertThat(failure.reason()).isEqualTo(LaunchFailure.Reason.HOST_CLOSED));
    long end = System.nanoTime() + 20_000_000_000L;
    while (HostUnderTest.isAlive(shell) && System.nanoTime() < end) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(HostUnderTest.isAlive(shell)).isFalse();
  }

  @Test
  void thePortableSpawnerIsGuardedToo() throws Exception {
    Guardian guardian = Guardian.of(Spawner.portable());
    try (Child child = guardian.spawner().start(ProcessSpec.of(Path.of("/bin/cat")).build())) {
      assertThat(List.of(child)).hasSize(1);
      guardian.close();
      assertThat(child.awaitExit(Duration.ofSeconds(20))).isPresent();
    }
  }
}
