package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The program in a process of its own, whose lines a test awaits. Closing kills it. */
final class Program implements AutoCloseable {
  private static final long LONG_SECONDS = 60;

  private final Process process;
  private final BlockingQueue<String> out = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> err = new LinkedBlockingQueue<>();
  private final List<Thread> readers = new ArrayList<>();

  private Program(Process process) {
    this.process = process;
    readers.add(read(process.getInputStream(), out));
    readers.add(read(process.getErrorStream(), err));
  }

  static Program start(Path folder, Map<String, String> environment, String... args)
      throws IOException {
    return start(folder, environment, List.of(), args);
  }

  /** In a shell, whose script has the program and its arguments as {@code "$@"}. */
  static Program inShell(
      Path folder, Map<String, String> environment, String script, String... args)
      throws IOException {
    return start(folder, environment, List.of("sh", "-c", script, "sh"), args);
  }

  private static Program start(
      Path folder, Map<String, String> environment, List<String> before, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(interruptible());
    command.addAll(before);
    command.addAll(commandLine(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().remove("XDG_RUNTIME_DIR");
    builder.environment().putAll(environment);
    return new Program(builder.start());
  }

  /**
   * What is put before a command that is to hear what a terminal sends, the first three signals: in
   * the background of a script they are ignored, by tests as well, and whoever these start inherits
   * that.
   */
  private static List<String> interruptible() throws IOException {
    Path status = Path.of("/proc/self/status");
    boolean ignored =
        Files.exists(status)
            && Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 7) != 0);
    return ignored ? List.of("env", "--default-signal=HUP,INT,QUIT") : List.of();
  }

  /** What somebody else starts the program with. */
  static List<String> commandLine(String... args) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.polyplug.cli.Main"));
    command.addAll(List.of(args));
    return command;
  }

  private static Thread read(InputStream in, BlockingQueue<String> lines) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (BufferedReader reader =
                  new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                  lines.add(line);
                }
              } catch (IOException e) {
                // The process was killed.
              }
            });
  }

  long pid() {
    return process.pid();
  }

  /** The next line of standard output that is wanted. */
  String awaitLine(Predicate<String> wanted) throws InterruptedException {
    return await(out, wanted);
  }

  String awaitError(Predicate<String> wanted) throws InterruptedException {
    return await(err, wanted);
  }

  private String await(BlockingQueue<String> lines, Predicate<String> wanted)
      throws InterruptedException {
    List<String> seen = new ArrayList<>();
    while (true) {
      String line = lines.poll(LONG_SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        return fail("it did not come; instead: " + seen + ", standard error: " + List.copyOf(err));
      }
      if (wanted.test(line)) {
        return line;
      }
      seen.add(line);
    }
  }

  void send(String text) throws IOException {
    process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  void closeInput() throws IOException {
    process.getOutputStream().close();
  }

  void signal(String name) throws IOException, InterruptedException {
    signal(name, process.pid());
  }

  /** As a key of its terminal would, for one that leads a group. */
  void signalGroup(String name) throws IOException, InterruptedException {
    signal(name, -process.pid());
  }

  private static void signal(String name, long whom) throws IOException, InterruptedException {
    assertThat(
            new ProcessBuilder("kill", "-" + name, "--", Long.toString(whom))
                .inheritIO()
                .start()
                .waitFor())
        .isZero();
  }

  int awaitExit() throws InterruptedException {
    assertThat(process.waitFor(LONG_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
    for (Thread reader : readers) {
      reader.join(TimeUnit.SECONDS.toMillis(LONG_SECONDS));
    }
    return process.exitValue();
  }

  /** All of standard output that nobody awaited yet. */
  List<String> rest() {
    List<String> lines = new ArrayList<>();
    out.drainTo(lines);
    return lines;
  }

  List<String> errors() {
    List<String> lines = new ArrayList<>();
    err.drainTo(lines);
    return lines;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
