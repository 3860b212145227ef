package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.Listing;
import io.polyplug.cli.running.LocalView;
import io.polyplug.cli.running.RunFolder;
import io.polyplug.cli.running.RunningHost;
import io.polyplug.cli.running.UpLock;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.LogBook;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.config.Configuration;
import io.polyplug.host.config.DisabledPlugins;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code polyplug up}: a host that stays, and serves the other commands of the same user. Ends with
 * a signal or {@code polyplug down}, and ends its plugins first.
 */
final class UpCommand implements Command {
  /** How long a plugin is waited for before it is said how far it came. */
  private static final Duration LONGEST_START = Duration.ofSeconds(60);

  @Override
  public CommandSpec specification(String name) {
    return CommonOptions.command(
        name,
        "Runs a host that stays: starts the plugins that live long, and serves the other commands"
            + " until Ctrl-C.",
        "What plugins write to standard error goes to standard error, with the plugin's id.");
  }

  @Override
  public int run(Given given, Surroundings around) throws Exception {
    Instant since = Instant.now();
    RunFolder folder = RunFolder.of(around.environment(), around.folders());
    CountDownLatch stop = new CountDownLatch(1);
    try (UpLock _ = UpLock.take(folder, since);
        HostConsole console = new HostConsole(around.printer(), given.has("--verbose"))) {
      StopSignals.onFirst(stop::countDown);
      HostBuilder builder = CommonOptions.builder(given, around);
      if (given.has("--verbose")) {
        builder.listener(console::hear);
      } else {
        builder.listenerWithoutFrames(console::hear);
      }
      LogBook logs = builder.logBook();
      PluginHost host = builder.build();
      console.of(host);
      LocalView view = new LocalView(host, true, Hosts::source);
      try (logs;
          RunningHost running =
              RunningHost.listen(
                  folder,
                  new RunningHost.Served(
                      Main.version(),
                      since,
                      view,
                      logs,
                      new DisabledPlugins(around.folders().state()),
                      files(given, around),
                      CommonOptions.paths(given, "--plugin-dir", around),
                      stop::countDown))) {
        tell(folder, view, around.printer());
        stop.await();
        running.stopListening();
        // Before the conversations end: who asked for the end waits for it in one of them.
        host.close();
      } finally {
        host.close();
      }
    }
    return ExitCode.OK;
  }

  /** The files that the configuration is read from, as {@link Configuration#forFolder} does. */
  private static List<Path> files(Given given, Surroundings around) {
    List<Path> files = new ArrayList<>(CommonOptions.paths(given, "--config", around));
    if (files.isEmpty()) {
      files.addAll(Hosts.projectFiles(around));
    }
    Path own = around.folders().userConfig();
    if (Files.exists(own)) {
      files.add(own);
    }
    return files.stream().map(file -> file.toAbsolutePath().normalize()).toList();
  }

  private static void tell(RunFolder folder, LocalView view, Printer printer)
      throws InterruptedException {
    List<Plugin> plugins = view.host().plugins();
    long pid = ProcessHandle.current().pid();
    if (!printer.wantsJson()) {
      printer.line("polyplug is up: pid " + pid + ", socket " + folder.socket());
      for (Listing.Unusable bad : view.list(false).unusable()) {
        printer.line(
            UntrustedText.excerpt(bad.name(), ListCommand.LONGEST_NAME)
                + ": invalid: "
                + UntrustedText.excerpt(bad.reason(), PluginDetails.LONGEST));
      }
      plugins.forEach(
          plugin -> Thread.ofVirtual().start(() -> tellWhenSettled(plugin, view, printer)));
      return;
    }
    List<Thread> waits =
        plugins.stream()
            .map(plugin -> Thread.ofVirtual().start(() -> plugin.awaitSettled(LONGEST_START)))
            .toList();
    for (Thread wait : waits) {
      wait.join();
    }
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", true);
          out.writeNumberProperty("pid", pid);
          out.writeStringProperty("socket", folder.socket().toString());
          ListCommand.write(view.list(false), true, out);
        });
  }

  private static void tellWhenSettled(Plugin plugin, LocalView view, Printer printer) {
    plugin.awaitSettled(LONGEST_START);
    for (Listing.Row row : view.list(false).plugins()) {
      if (row.key().equals(plugin.info().key())) {
        printer.line(
            UntrustedText.escape(
                row.called()
                    + ": "
                    + row.status().replace('_', ' ')
                    + (row.reason().isEmpty() ? "" : ": " + row.reason())));
      }
    }
  }
}
