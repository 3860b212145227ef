package io.polyplug.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Looks at processes that are not children of the test. */
final class Processes {
  private Processes() {}

  /** Whether it runs; a zombie that its new parent has not reaped yet does not. */
  static boolean isAlive(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return "ZX".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) < 0;
    } catch (IOException gone) {
      return false;
    }
  }

  /** Nobody tells when a process that is not ours goes: look until it has. */
  static void awaitGone(long pid) {
    long end = System.nanoTime() + 20_000_000_000L;
    while (isAlive(pid) && System.nanoTime() < end) {
      LockSupport.parkNanos(2_000_000);
    }
    assertThat(isAlive(pid)).as("process %d lives", pid).isFalse();
  }

  /** Returns when the chain of living parents does not lead to the given process. */
  static void awaitParentOtherThan(long pid, long ancestor) {
    long end = System.nanoTime() + 20_000_000_000L;
    while (descends(pid, ancestor) && System.nanoTime() < end) {
      LockSupport.parkNanos(2_000_000);
    }
    assertThat(descends(pid, ancestor)).isFalse();
  }

  private static boolean descends(long pid, long ancestor) {
    return ProcessHandle.of(ancestor).stream()
        .flatMap(ProcessHandle::descendants)
        .anyMatch(handle -> handle.pid() == pid);
  }

  static long openDescriptors() throws IOException {
    try (var open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }
}
