package io.polyplug.bench.scenario;

import static io.polyplug.bench.report.Comparison.Goal.AT_MOST;

import io.polyplug.bench.Settings;
import io.polyplug.bench.Surroundings;
import io.polyplug.bench.report.Comparison;
import io.polyplug.bench.report.Series;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The plugins that {@code polyplug new} makes, from the start of the process to the end of the
 * answer to the first call. Java with the start-up cache that its build trains.
 */
final class FirstAnswers implements Scenario {
  private static final String PYTHON = "Python";
  private static final String JAVA = "Java";
  private static final long MOST_MINUTES = 3;

  /** A contract, what its host says first, and the line or frame that answers the call. */
  private enum Opening {
    RUNE(
        """
        {"type":"handshake","protocol_version":"rterm.plugin.v1"}
        {"type":"request","request_id":"1","tool_name":"greet","context":{},"input":{"name":"Ada"}}
        """),
    MCP(
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"greet","arguments":{"name":"Ada"}}}
        """);

    private final String said;

    Opening(String said) {
      this.said = said;
    }

    String row() {
      return "first answer under " + name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String name() {
    return "first";
  }

  @Override
  public @Nullable String missing(Surroundings with) {
    return python().isEmpty() ? "python3" : null;
  }

  /**
   * The interpreter itself: {@code python3} may be a script that looks for it, and takes longer.
   */
  private static Optional<String> python() {
    try {
      Process process =
          new ProcessBuilder("python3", "-c", "import sys; print(sys.executable)")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(said.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public List<Comparison> comparisons(Settings settings) {
    List<Comparison> all = new ArrayList<>();
    for (Opening opening : Opening.values()) {
      all.add(Comparison.ratio(name(), opening.row(), JAVA, PYTHON, AT_MOST, 1.5));
    }
    return all;
  }

  @Override
  public List<Series> run(Surroundings with, Settings settings) throws Exception {
    String python = python().orElseThrow();
    Path folder = Files.createTempDirectory("polyplug-bench");
    try {
      done(folder, with.command(), "new", "java", "jay", "--contract", "all");
      done(folder.resolve("jay"), "./build.sh");
      done(folder, with.command(), "new", "python", "pie", "--contract", "all");
      List<Series> all = new ArrayList<>();
      for (Opening opening : Opening.values()) {
        List<Contender> contenders =
            List.of(
                new Plugin(JAVA, folder.resolve("jay"), List.of("./run"), opening),
                new Plugin(PYTHON, folder.resolve("pie"), List.of(python, "plugin.py"), opening));
        all.addAll(Rounds.run(opening.row(), "ms", contenders, settings, settings.commandRounds()));
      }
      return all;
    } finally {
      done(folder, "rm", "-rf", folder.toString());
    }
  }

  private static void done(Path folder, String... words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", words) + " ended with " + process.exitValue());
    }
  }

  /** Reaches milliseconds. */
  private record Plugin(String name, Path folder, List<String> words, Opening opening)
      implements Contender {
    @Override
    public double turn(Duration length) throws IOException, InterruptedException {
      long began = System.nanoTime();
      Process process =
          new ProcessBuilder(words)
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (OutputStream in = process.getOutputStream();
          InputStream out = process.getInputStream()) {
        in.write(opening.said.getBytes(StandardCharsets.UTF_8));
        in.flush();
        String answer = "";
        for (int answers = 0; answers < 2; answers++) {
          answer = line(out);
        }
        double millis = (System.nanoTime() - began) / 1e6;
        if (!answer.contains("Hello, Ada!")) {
          throw new IOException(name + " answered: " + answer);
        }
        return millis;
      } finally {
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      }
    }

    private String line(InputStream out) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = out.read(); c != '\n'; c = out.read()) {
        if (c < 0) {
          throw new IOException(name + " ended without an answer, after: " + line);
        }
        line.append((char) c);
      }
      return line.toString();
    }
  }
}
