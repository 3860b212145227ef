package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.HostView;
import io.polyplug.cli.running.LocalView;
import io.polyplug.cli.running.RunFolder;
import io.polyplug.cli.running.RunningProblem;
import io.polyplug.cli.running.RunningView;
import io.polyplug.cli.running.SourceNote;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.config.Configuration;
import io.polyplug.install.PackageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Which host a command uses: the running one if it serves this folder, else one of its own. */
final class Hosts {
  /** A limit of the connection's own is shorter. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private Hosts() {}

  /** A view that the caller closes; frames and states are shown if the user wants to see much. */
  static HostView view(Given given, Surroundings around) {
    Optional<RunningView> running = running(given, around);
    return running.isPresent() ? running.get() : local(CommonOptions.host(given, around));
  }

  /** As {@link #view}, for commands to which {@code --verbose} means something else. */
  static HostView quietView(Given given, Surroundings around) {
    Optional<RunningView> running = running(given, around);
    return running.isPresent()
        ? running.get()
        : new LocalView(
            CommonOptions.builder(given, around).forOneCommand().build(),
            false,
            given.has("--verbose") ? Hosts::source : plugin -> Optional.empty());
  }

  /** What is not shown is not looked up. */
  private static LocalView local(PluginHost host) {
    return new LocalView(host, false, plugin -> Optional.empty());
  }

  /** Where an installed plugin came from. */
  static Optional<SourceNote> source(PluginInfo plugin) {
    return PackageStore.noted(plugin)
        .map(installed -> new SourceNote(installed.source(), installed.digest()));
  }

  /** The running host, unless the options or the folder ask for something that it does not have. */
  static Optional<RunningView> running(Given given, Surroundings around) {
    if (given.has("--config") || given.has("--plugin-dir")) {
      return Optional.empty();
    }
    Optional<RunningView> found = any(given, around);
    if (found.isEmpty()) {
      return found;
    }
    Optional<Path> unread =
        projectFiles(around).stream().filter(file -> !has(found.get().files(), file)).findFirst();
    if (unread.isPresent()) {
      found.get().close();
      if (!around.printer().wantsJson()) {
        around
            .printer()
            .aside(
                around
                    .printer()
                    .dim(
                        "polyplug: the running host does not read "
                            + UntrustedText.escape(unread.get().toString())
                            + ", so this command starts what it needs itself"));
      }
      return Optional.empty();
    }
    return found;
  }

  /** The files that a command finds by itself, from its folder upwards. */
  static List<Path> projectFiles(Surroundings around) {
    return Configuration.projectFiles(around.folder(), around.folders(), ShippedContracts.all());
  }

  /** The running host whatever it serves, unless the user wants none. */
  static Optional<RunningView> any(Given given, Surroundings around) {
    return given.has("--local") || given.has("--record")
        ? Optional.empty()
        : RunningView.connect(
            RunFolder.of(around.environment(), around.folders()),
            Main.version(),
            CommonOptions.timeout(given).orElse(LONGEST_WAIT));
  }

  /** Has a running host, if there is one, look at files and folders that were changed here. */
  static void tellOfChange(Given given, Surroundings around) {
    try {
      any(given, around)
          .ifPresent(
              running -> {
                try (running) {
                  running.refresh();
                }
              });
    } catch (RuntimeException e) {
      // What was changed is changed; only the host does not know it yet, whatever the reason.
      if (!around.printer().wantsJson()) {
        around
            .printer()
            .aside(
                "polyplug: the running host could not be told: "
                    + UntrustedText.escape(String.valueOf(e.getMessage())));
      }
    }
  }

  /** The running host, for what makes sense with it alone. */
  static RunningView needed(Given given, Surroundings around) {
    return any(given, around)
        .orElseThrow(
            () ->
                new RunningProblem(
                    "not_running",
                    given.has("--local")
                        ? "This needs a running host, and --local asks for none"
                        : "No host is running; start one with: polyplug up"));
  }

  private static boolean has(List<Path> files, Path file) {
    return files.stream()
        .anyMatch(
            other -> {
              try {
                return other.equals(file) || Files.isSameFile(other, file);
              } catch (IOException e) {
                return false;
              }
            });
  }
}
