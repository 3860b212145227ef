package io.polyplug.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where the numbers come from.
 *
 * @param processor its model
 * @param cores how many the JVM sees
 * @param memory in bytes
 * @param system name and version
 * @param jdk vendor and version
 * @param load the average of the last minute, which tells whether others were working
 */
public record Machine(
    String processor, int cores, long memory, String system, String jdk, double load) {
  /** This one, now. */
  public static Machine here() {
    var system =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    return new Machine(
        model(),
        system.getAvailableProcessors(),
        system.getTotalMemorySize(),
        system.getName() + " " + system.getVersion() + " " + system.getArch(),
        System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"),
        system.getSystemLoadAverage());
  }

  private static String model() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException notLinux) {
      return "unknown";
    }
  }
}
