package io.polyplug.cli;

import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * An example that is a service of its own: started for the demo, ended with it. It writes its
 * address as the first line of its standard output.
 */
final class DemoService implements AutoCloseable {
  private static final Duration LONGEST_START = Duration.ofSeconds(30);
  private static final int LONGEST_ADDRESS = 200;

  private final Child child;
  private final String address;

  private DemoService(Child child, String address) {
    this.child = child;
    this.address = address;
  }

  static DemoService start(List<String> command, Path folder) throws IOException {
    try {
      ProcessSpec spec =
          ProcessSpec.of(ProgramLookup.ofHost().find(command.getFirst()))
              .arguments(command.subList(1, command.size()))
              .folder(folder)
              .environment(Environment.empty().inherit("PATH", "HOME"))
              .build();
      Child child = Spawner.platform().start(spec);
      try {
        return new DemoService(child, firstLine(child));
      } catch (IOException | RuntimeException | Error failure) {
        child.close();
        throw failure;
      }
    } catch (LaunchFailure e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static String firstLine(Child child) throws IOException {
    byte[] text = new byte[LONGEST_ADDRESS];
    int length = 0;
    long end = System.nanoTime() + LONGEST_START.toNanos();
    while (length < text.length) {
      Duration left = Duration.ofNanos(end - System.nanoTime());
      int read = left.isPositive() ? child.stdout().read(text, length, 1, left) : 0;
      if (read <= 0) {
        throw new IOException("The example service did not say where it listens.");
      }
      if (text[length] == '\n') {
        return new String(text, 0, length, StandardCharsets.UTF_8).strip();
      }
      length++;
    }
    throw new IOException("The example service said something else than where it listens.");
  }

  String address() {
    return address;
  }

  @Override
  public void close() {
    child.close();
  }
}
