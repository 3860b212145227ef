package io.polyplug.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What is measured with: the programs that were built for this run.
 *
 * @param java the JDK's launcher
 * @param echo the native child
 * @param spawn the program that starts children without a JVM
 * @param sidecar a native Bowire sidecar
 * @param hello the folder of the compiled {@code Hello}
 * @param version the command that prints the version
 * @param list the command that lists plugins
 * @param command the program itself
 * @param plugins the configuration of the example plugins
 * @param peers where other orchestrators are installed
 */
public record Surroundings(
    Path java,
    Path echo,
    Path spawn,
    Path sidecar,
    Path hello,
    List<String> version,
    List<String> list,
    String command,
    String plugins,
    Path peers) {
  /** Those of a source tree in which {@code bench/run} has built everything. */
  public static Surroundings of(Path root) {
    Path target = root.resolve("bench/target");
    String command = root.resolve("polyplug").toString();
    String config = root.resolve("examples/rune/polyplug.toml").toString();
    return new Surroundings(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        target.resolve("native/echo"),
        target.resolve("native/spawn"),
        target.resolve("native/sidecar"),
        target.resolve("hello"),
        List.of(command, "--version"),
        List.of(command, "list", "--config", config),
        command,
        config,
        target.resolve("peers"));
  }

  /** Whether the native programs are there. */
  public boolean hasNative() {
    return Files.isExecutable(echo) && Files.isExecutable(spawn);
  }
}
