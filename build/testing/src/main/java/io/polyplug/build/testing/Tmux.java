package io.polyplug.build.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A real terminal of 80 by 24 cells with a server of its own, ended by {@link #end()}. */
public final class Tmux {
  private final Path socket;
  private final Fifo running;

  /** Begins with a command for a shell. */
  public Tmux(Path folder, String command) throws Exception {
    socket = folder.resolve("tmux");
    running = new Fifo(folder.resolve("running"));
    Path configuration =
        Files.writeString(
            folder.resolve("tmux.conf"),
            "set -g default-terminal screen-256color\nset -g status off\n");
    run(
        "-f",
        configuration.toString(),
        "new-session",
        "-d",
        "-x",
        "80",
        "-y",
        "24",
        "exec 9>'" + running.path() + "'; " + command);
  }

  /** Whether there is one. */
  public static boolean isInstalled() {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "tmux")));
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tmux", "-u", "-S", socket.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  /** Presses keys by tmux's names for them. */
  public void press(String... keys) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("send-keys"));
    arguments.addAll(List.of(keys));
    run(arguments.toArray(String[]::new));
  }

  /** Gives the terminal another size. */
  public void resize(int columns, int rows) throws Exception {
    run("resize-window", "-x", String.valueOf(columns), "-y", String.valueOf(rows));
  }

  /** The screen once it is as wanted; fails with the last one seen if it never is. */
  public String await(Predicate<String> wanted) throws Exception {
    return poll(wanted, "capture-pane", "-p");
  }

  /** The screen once it has the text; fails with the last one seen if it never has. */
  public String await(String text) throws Exception {
    return await(it -> it.contains(text));
  }

  /** The screen with its colours. */
  public String colors() throws Exception {
    return run("capture-pane", "-p", "-e");
  }

  /** What tmux knows about the terminal, once it is as wanted. */
  public String awaitFormat(String format, String wanted) throws Exception {
    return poll(it -> it.strip().equals(wanted), "display-message", "-p", format);
  }

  private String poll(Predicate<String> wanted, String... query) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    List<String> paced = new ArrayList<>(List.of("run-shell", "sleep 0.05", ";"));
    paced.addAll(List.of(query));
    String seen = run(query);
    while (!wanted.test(seen)) {
      assertThat(System.nanoTime()).as("still seen: %s", seen).isLessThan(end);
      seen = run(paced.toArray(String[]::new));
    }
    return seen;
  }

  /** Returns when everything that ran in it is over, so that nothing writes any more. */
  public void end() throws Exception {
    run("kill-server");
    running.awaitEnd();
  }
}
