package io.polyplug.bench.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The JDK's way: {@link ProcessBuilder} with three pipes. Reaches microseconds for a child. */
final class BuilderStarts implements Contender {
  private final List<Process> idle = new ArrayList<>();
  private final ProcessBuilder builder;
  private final int starts;

  BuilderStarts(Path echo, int running, int starts) throws IOException {
    this.starts = starts;
    builder = new ProcessBuilder(echo.toString(), "exit");
    builder.environment().clear();
    ProcessBuilder waiting = new ProcessBuilder(echo.toString(), "idle");
    for (int i = 0; i < running; i++) {
      idle.add(waiting.start());
    }
  }

  @Override
  public String name() {
    return "ProcessBuilder";
  }

  @Override
  public double turn(Duration length) throws Exception {
    long began = System.nanoTime();
    for (int i = 0; i < starts; i++) {
      Process process = builder.start();
      process.waitFor();
      process.getOutputStream().close();
      process.getInputStream().close();
      process.getErrorStream().close();
    }
    return (System.nanoTime() - began) / 1e3 / starts;
  }

  @Override
  public void close() {
    idle.forEach(Process::destroyForcibly);
  }
}
