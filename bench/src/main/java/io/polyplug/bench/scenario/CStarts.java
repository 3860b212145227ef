package io.polyplug.bench.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A C program that starts children when told to and answers how long they took, by its own clock.
 */
final class CStarts implements AutoCloseable {
  private final Process process;
  private final Writer orders;
  private final BufferedReader answers;
  private final int starts;

  CStarts(Path spawn, Path echo, int running, int starts) throws IOException {
    this.starts = starts;
    ProcessBuilder builder =
        new ProcessBuilder(spawn.toString(), echo.toString(), Integer.toString(running))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().clear();
    process = builder.start();
    orders = process.outputWriter();
    answers = process.inputReader();
    line();
  }

  private String line() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the program that starts children in C ended");
    }
    return line;
  }

  /** Reaches microseconds for a child. */
  Contender contender(String how) {
    return new Contender() {
      @Override
      public String name() {
        return "C, " + how;
      }

      @Override
      public double turn(Duration length) throws IOException {
        orders.write(how + " " + starts + "\n");
        orders.flush();
        return Long.parseLong(line()) / 1e3 / starts;
      }
    };
  }

  @Override
  public void close() throws IOException {
    orders.close();
    process.destroy();
  }
}
