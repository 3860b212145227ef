package io.polyplug.process.internal;

import io.polyplug.process.Child;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs in a JVM with few descriptors and starts children with ever fewer left. */
final class DescriptorStarvation {
  private static final int MOST_FREE = 12;

  private DescriptorStarvation() {}

  public static void main(String[] arguments) throws Exception {
    ProcessSpec spec = ProcessSpec.of(Path.of("/bin/true")).build();
    // Nothing can be loaded any more once the descriptors are gone.
    attempt(spec);
    attempt(spec.toBuilder().folder(Path.of("/none")).build());
    LaunchFailure warm = io.polyplug.process.LaunchDiagnosis.failure(spec, 24);
    long before = new File("/proc/self/fd").list().length;
    int started = 0;
    int refused = 0;
    for (int free = MOST_FREE; free >= 0; free--) {
      List<FileInputStream> held = hoard();
      for (int i = 0; i < free && !held.isEmpty(); i++) {
        held.removeLast().close();
      }
      if (attempt(spec).equals(warm.reason().name())) {
        refused++;
      } else {
        started++;
      }
      for (FileInputStream file : held) {
        file.close();
      }
    }
    long after = new File("/proc/self/fd").list().length;
    long children = ProcessHandle.current().children().count();
    System.out.print((started > 0) + " " + (refused > 0) + " " + (after - before) + " " + children);
    System.out.flush();
  }

  private static String attempt(ProcessSpec spec) throws InterruptedException {
    try (Child child = Spawner.platform().start(spec)) {
      return child.awaitExit(Duration.ofSeconds(20)).orElseThrow().sentence();
    } catch (LaunchFailure failure) {
      return failure.reason().name();
    }
  }

  private static List<FileInputStream> hoard() {
    List<FileInputStream> held = new ArrayList<>();
    try {
      while (true) {
        held.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException full) {
      return held;
    }
  }
}
