package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.cli.dev.DevSource;
import io.polyplug.conformance.Subjects;
import io.polyplug.host.config.DurationText;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What {@code polyplug dev} was asked for.
 *
 * @param folder what is watched, and where a command is run
 * @param contract the one contract that is meant
 * @param command a program and its arguments; empty if the folder is the plugin
 * @param farewell how long calls may go on in a version that was replaced; without end if empty
 */
record DevRequest(
    Path folder,
    Optional<String> contract,
    List<String> command,
    Frames frames,
    boolean attach,
    Optional<Duration> farewell) {
  private static final Duration FAREWELL = Duration.ofSeconds(30);

  /** How frames are shown. */
  enum Frames {
    FULL,
    SHORT,
    NONE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Options that every command has, and that mean nothing here: what to give instead. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "--config",
          "the polyplug.toml of its folder is used, so give that folder",
          "--plugin-dir",
          "it runs the plugin of one folder, so give that folder",
          "--timeout",
          "a version has a minute to show that it works, and --drain is for calls under way");

  static DevRequest of(Given given, Surroundings around) {
    refuseOthers(given);
    boolean attach = given.has("--attach");
    DevRequest request =
        new DevRequest(
            folder(given, around),
            given.text("--contract"),
            given.passedOn().stream().skip(1).toList(),
            frames(given),
            attach,
            attach ? Optional.empty() : Optional.of(farewell(given)));
    if (!request.command.isEmpty() && request.contract.isEmpty()) {
      throw new UsageProblem(
          "--contract: expected the contract that the command keeps, since nothing else tells");
    }
    return request;
  }

  private static void refuseOthers(Given given) {
    for (String option : OTHERS.keySet().stream().sorted().toList()) {
      if (given.has(option)) {
        throw new UsageProblem(
            "%s: dev does not have it; %s".formatted(option, OTHERS.get(option)));
      }
    }
  }

  /**
   * What is run.
   *
   * @param looks starts commands to learn their names
   */
  DevSource source(Spawner looks) {
    return command.isEmpty()
        ? new DevSource.Folder(folder, contract)
        : new DevSource.Command(
            new Subjects(looks, Clock.system()), contract.orElseThrow(), command, folder);
  }

  /** What this program writes: a recording, and the files that its output goes to. */
  static Set<Path> ours(Given given, Surroundings around) {
    Set<Path> files = new HashSet<>();
    given
        .text("--record")
        .ifPresent(it -> files.add(around.folder().resolve(it).toAbsolutePath().normalize()));
    for (String stream : List.of("/proc/self/fd/1", "/proc/self/fd/2")) {
      try {
        files.add(Path.of(stream).toRealPath());
      } catch (IOException e) {
        // It is no file, or this system does not tell.
      }
    }
    return files;
  }

  private static Path folder(Given given, Surroundings around) {
    String word = given.argument(0).orElse(".");
    Path folder = around.folder().resolve(word).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new UsageProblem(
          "There is no folder %s: expected the folder of a plugin, as polyplug new makes it"
              .formatted(UntrustedText.escape(word)));
    }
    return folder;
  }

  private static Frames frames(Given given) {
    Frames usual = given.has("--verbose") ? Frames.FULL : Frames.SHORT;
    String word = given.text("--frames").orElse(usual.word());
    return Arrays.stream(Frames.values())
        .filter(it -> it.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageProblem(
                    "--frames: expected one of %s, found %s"
                        .formatted(
                            Arrays.stream(Frames.values())
                                .map(Frames::word)
                                .collect(Collectors.joining(", ")),
                            UntrustedText.excerpt(word, 40))));
  }

  private static Duration farewell(Given given) {
    String word = given.text("--drain").orElse("");
    return word.isEmpty()
        ? FAREWELL
        : DurationText.parse(word)
            .orElseThrow(
                () ->
                    new UsageProblem(
                        "--drain: expected %s, found \"%s\""
                            .formatted(DurationText.EXPECTED, UntrustedText.excerpt(word, 40))));
  }
}
