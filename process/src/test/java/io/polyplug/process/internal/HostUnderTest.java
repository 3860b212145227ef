package io.polyplug.process.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Signals;
import io.polyplug.process.Spawner;
import io.polyplug.process.StderrPolicy;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** A {@link GuardedHost} in a JVM of its own; what descends from it bears its mark. */
final class HostUnderTest implements AutoCloseable {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private final String mark = UUID.randomUUID().toString();
  private final Child jvm;
  final long guardian;

  HostUnderTest(Path state, boolean churns) throws Exception {
    this(state, churns, false);
  }

  /** Which starts on its lean thread, if that is wanted. */
  HostUnderTest(Path state, boolean churns, boolean lean) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    jvm =
        Spawner.platform()
            .start(
                ProcessSpec.of(java)
                    .arguments(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GuardedHost.class.getName(),
                        state.toString(),
                        String.valueOf(churns),
                        String.valueOf(lean))
                    .environment(Environment.empty().inherit("PATH").with("MARK", mark))
                    .stderr(StderrPolicy.inherit())
                    .build());
    byte[] line = new byte[32];
    int count = jvm.stdout().read(line, 0, line.length);
    assertThat(count).as("the host is up").isPositive();
    guardian = Long.parseLong(new String(line, 0, count, StandardCharsets.UTF_8).trim());
  }

  /** The host alone, as the kernel does when memory is short. */
  void kill() throws InterruptedException {
    jvm.signal(Signals.KILL);
    assertThat(jvm.awaitExit(java.time.Duration.ofSeconds(20))).isPresent();
  }

  /** The host's whole process group, as a terminal or a service manager does. */
  void killGroup(int signal) {
    send(-jvm.pid(), signal);
  }

  static void send(long target, int signal) {
    try (Arena arena = Arena.ofConfined()) {
      LibC.kill(arena.allocate(LibC.STATE_BYTES), target, signal);
    }
  }

  long pid() {
    return jvm.pid();
  }

  /** Living processes that descend from the host, itself not counted. */
  List<Long> family() {
    try (var processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(path -> Character.isDigit(path.getFileName().toString().charAt(0)))
          .filter(this::bearsMark)
          .map(path -> Long.parseLong(path.getFileName().toString()))
          .filter(pid -> pid != jvm.pid())
          .toList();
    } catch (IOException unreadable) {
      throw new java.io.UncheckedIOException(unreadable);
    }
  }

  private boolean bearsMark(Path process) {
    try {
      return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1)
          .contains(mark);
    } catch (IOException gone) {
      return false;
    }
  }

  /** Nobody tells when processes that are not ours go: look until they have. */
  void assertNobodySurvives() {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while ((!family().isEmpty() || isAlive(guardian)) && System.nanoTime() < end) {
      LockSupport.parkNanos(20_000_000);
    }
    assertThat(family()).as("survivors").isEmpty();
    assertThat(isAlive(guardian)).as("the guardian lives").isFalse();
  }

  static boolean isAlive(long pid) {
    return ProcFs.stat(pid).filter(stat -> !stat.isDead()).isPresent();
  }

  @Override
  public void close() {
    jvm.close();
    family().forEach(pid -> send(pid, Signals.KILL));
  }
}
