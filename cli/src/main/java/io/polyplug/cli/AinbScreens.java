package io.polyplug.cli;

import io.polyplug.cli.running.LocalView;
import io.polyplug.cli.running.RunningView;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.LogBook;
import io.polyplug.host.PluginHost;
import io.polyplug.terminal.Screen;
import io.polyplug.terminal.TerminalApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The terminal app over a host: the running one, or one of its own that lives as long as the app.
 * Apart from the command, because nothing else may load what a terminal needs.
 */
final class AinbScreens {
  private AinbScreens() {}

  static int run(Given given, Surroundings around) throws IOException {
    if (!around.printer().hasScreen()) {
      throw new UsageProblem(
          "Screens need a terminal for input and output; for one frame as text use: polyplug ainb"
              + " render PLUGIN SCREEN");
    }
    Optional<RunningView> running = Hosts.running(given, around);
    return running.isPresent() ? attached(running.get(), around) : alone(given, around);
  }

  private static int attached(RunningView host, Surroundings around) throws IOException {
    try (host) {
      HostScreens screens =
          new HostScreens(host, (plugin, lines) -> host.logs(plugin, lines, false).lines());
      boolean ended;
      try (HostEndWatch watch = HostEndWatch.start(host)) {
        show(screens, around);
        ended = watch.hasEnded();
      }
      if (ended) {
        around.printer().aside("polyplug: The running host ended, and its screens with it");
      }
      return ended ? ExitCode.FAILURE : ExitCode.OK;
    }
  }

  private static int alone(Given given, Surroundings around) throws IOException {
    HostBuilder builder = CommonOptions.builder(given, around);
    try (LogBook logs = builder.logBook()) {
      PluginHost host = builder.build();
      try {
        LocalView view = new LocalView(host, true, _ -> Optional.empty());
        show(
            new HostScreens(
                view, (plugin, lines) -> logs.last(host.plugin(plugin).info().key(), lines)),
            around);
      } finally {
        try (Spinner _ = Spinner.start(around.printer(), "ending the plugins")) {
          host.close();
        }
      }
    }
    return ExitCode.OK;
  }

  private static void show(HostScreens host, Surroundings around) throws IOException {
    List<Screen> screens = host.screens();
    if (screens.isEmpty()) {
      tellOfNone(around);
      return;
    }
    // A list of one is nothing to choose from.
    new TerminalApp(host, screens.size() == 1 ? Optional.of(screens.getFirst()) : Optional.empty())
        .run();
  }

  private static void tellOfNone(Surroundings around) {
    Path examples = around.home().resolve("examples/ainb");
    around
        .printer()
        .line(
            "No plugin here offers a screen. "
                + (Files.isDirectory(examples)
                    ? "Try the examples: polyplug ainb --plugin-dir " + examples
                    : "Install one with polyplug install, or name a folder with --plugin-dir"));
  }
}
