package io.polyplug.conformance.proof;

import io.polyplug.base.Deadline;
import io.polyplug.conformance.proof.hostile.Diary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The processes that a diary tells of: which of them are left. */
final class Processes {
  private Processes() {}

  /** All that were started, without the one that may live. */
  static List<Long> of(Diary diary, Optional<Long> butFor) throws IOException {
    List<Long> all = new ArrayList<>();
    if (Files.exists(diary.processes())) {
      for (String line : Files.readAllLines(diary.processes())) {
        all.add(Long.parseLong(line));
      }
    }
    butFor.ifPresent(all::remove);
    return all;
  }

  /** Those that still run when the time is over. */
  static List<Long> survivors(List<Long> pids, Deadline until) throws InterruptedException {
    List<Long> left = new ArrayList<>();
    for (long pid : pids) {
      Optional<ProcessHandle> handle = ProcessHandle.of(pid);
      if (handle.isPresent() && !isGone(handle.get(), until)) {
        left.add(pid);
      }
    }
    return left;
  }

  private static boolean isGone(ProcessHandle handle, Deadline until) throws InterruptedException {
    if (isZombie(handle.pid())) {
      return true;
    }
    try {
      handle.onExit().get(Math.max(1, until.left().toNanos()), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return isZombie(handle.pid());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One that has ended and that nobody has asked about: where init does not, it stays listed. */
  private static boolean isZombie(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.substring(stat.lastIndexOf(')') + 1).strip().startsWith("Z");
    } catch (IOException notThere) {
      return false;
    }
  }
}
