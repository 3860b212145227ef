package io.polyplug.process.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * What makes process ids and start times of this host comparable with noted ones.
 *
 * @param boot which run of the kernel, and which namespace of process ids
 * @param pid the host's own id
 * @param started the host's own start time
 */
public record Machine(String boot, long pid, long started) {
  /** Where and who this JVM is. */
  public static Machine current() {
    long pid = ProcessHandle.current().pid();
    return new Machine(bootName(), pid, started(pid));
  }

  private static String bootName() {
    try {
      String id = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
      return id + '/' + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException notLinux) {
      // Start times are wall-clock times there, which no two boots share.
      return "any";
    }
  }

  /** As {@link #started}, and -1 as well for a process that is no child of this host. */
  static long startedChild(long pid) {
    if (Files.isDirectory(Path.of("/proc/self"))) {
      long host = ProcessHandle.current().pid();
      return ProcFs.stat(pid)
          .filter(stat -> stat.parent() == host)
          .map(ProcFs.Stat::started)
          .orElse(-1L);
    }
    return started(pid);
  }

  /** The start time of a process in the units of this machine; -1 if it is gone or dead. */
  static long started(long pid) {
    if (Files.isDirectory(Path.of("/proc/self"))) {
      return ProcFs.stat(pid).filter(stat -> !stat.isDead()).map(ProcFs.Stat::started).orElse(-1L);
    }
    return ProcessHandle.of(pid)
        .flatMap(handle -> handle.info().startInstant())
        .map(Instant::toEpochMilli)
        .orElse(-1L);
  }
}
