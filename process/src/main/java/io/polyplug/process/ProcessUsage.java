package io.polyplug.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a process uses at one moment, its children not counted.
 *
 * @param residentBytes how much memory it occupies
 * @param cpu how much processor time it has used so far
 */
public record ProcessUsage(long residentBytes, Duration cpu) {
  /** Linux counts in hundredths of a second for programs, whatever the kernel does inside. */
  private static final long MILLIS_PER_TICK = 10;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  /** Of the process with this id; empty if it is gone, dead or not on Linux. */
  public static Optional<ProcessUsage> of(long pid) {
    Path process = Path.of("/proc", String.valueOf(pid));
    try {
      String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      // The name before it may contain blanks and parentheses.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
      Duration cpu = Duration.ofMillis(ticks * MILLIS_PER_TICK);
      return Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1)
          .lines()
          .filter(line -> line.startsWith("VmRSS:"))
          .findFirst()
          .map(line -> new ProcessUsage(kibibytes(line) * 1024, cpu));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** The number in {@code VmRSS: 1234 kB}. */
  private static long kibibytes(String line) {
    return Long.parseLong(line.replaceAll("[^0-9]", ""));
  }
}
