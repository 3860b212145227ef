package io.polyplug.build.rules;

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
final class Tmux {
  private final Path socket;

  Tmux(Path folder, String command) throws Exception {
    socket = folder.resolve("tmux");
    Path configuration =
        Files.writeString(
            folder.resolve("tmux.conf"),
            "set -g default-terminal screen-256color\nset -g status off\n");
    run("-f", configuration.toString(), "new-session", "-d", "-x", "80", "-y", "24", command);
  }

  static boolean isInstalled() {
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
  void press(String... keys) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("send-keys"));
    arguments.addAll(List.of(keys));
    run(arguments.toArray(String[]::new));
  }

  /** The screen once it has the text; fails with the last one seen if it never has. */
  String await(String text) throws Exception {
    return poll(it -> it.contains(text), "capture-pane", "-p");
  }

  /** What tmux knows about the terminal, once it is as wanted. */
  void awaitFormat(String format, String wanted) throws Exception {
    poll(it -> it.strip().equals(wanted), "display-message", "-p", format);
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

  void end() throws Exception {
    run("kill-server");
  }
}
