package io.polyplug.bench.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;

/**
 * A program that has idle children of its own, starts more when told to, and answers the median of
 * what each took by its own clock. Each contender is such a program, because a start costs the more
 * the more descriptors its parent holds: nobody may pay for the idle children of another one.
 */
final class Starter implements AutoCloseable {
  private final Process process;
  private final Writer orders;
  private final BufferedReader answers;

  Starter(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().clear();
    process = builder.start();
    orders = process.outputWriter();
    answers = process.inputReader();
    line();
  }

  private String line() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("a program that starts children ended: " + process.info());
    }
    return line;
  }

  /** Reaches the median of so many starts in microseconds. */
  Contender contender(String name, String how, int starts) {
    return new Contender() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public double turn(Duration length) throws IOException {
        orders.write(how + " " + starts + "\n");
        orders.flush();
        return Long.parseLong(line()) / 1e3;
      }
    };
  }

  @Override
  public void close() throws IOException {
    orders.close();
    process.destroy();
  }
}
