package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.Listing;
import io.polyplug.cli.running.LocalView;
import io.polyplug.cli.running.RunFolder;
import io.polyplug.cli.running.RunningHost;
import io.polyplug.cli.running.UpLock;
import io.polyplug.conformance.JavaTraining;
import io.polyplug.door.Reach;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.LogBook;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.config.Configuration;
import io.polyplug.host.config.DisabledPlugins;
import io.polyplug.host.config.KeptSettings;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Runs a host that stays: starts the plugins that live long, serves the other commands"
                + " and a workbench for browsers until Ctrl-C.",
            "What plugins write to standard error goes to standard error, with the plugin's id.");
    UpPage.addOptions(spec);
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) throws Exception {
    Instant since = Instant.now();
    RunFolder folder = RunFolder.of(around.environment(), around.folders());
    Optional<Reach> reach =
        given.has("--no-workbench") ? Optional.empty() : Optional.of(UpDoor.reach(given, around));
    CountDownLatch stop = new CountDownLatch(1);
    try (UpLock _ = UpLock.take(folder, since);
        HostConsole console = new HostConsole(around.printer(), given.has("--verbose"))) {
      StopSignals.onFirst(stop::countDown);
      List<Path> files = files(given, around);
      List<Path> examples = examples(files, given, around);
      HostBuilder builder = CommonOptions.builder(given, around);
      UpExamples.bind(examples, builder);
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
                      files,
                      CommonOptions.paths(given, "--plugin-dir", around),
                      stop::countDown));
          LauncherDesk _ = LauncherDesk.open(folder, around.home());
          UpPage page =
              UpPage.open(
                  reach,
                  around,
                  new Served(
                      Main.version(),
                      since,
                      host,
                      logs,
                      Optional.of(StoreOptions.store(given, around)),
                      Optional.of(new DisabledPlugins(around.folders().state())),
                      Optional.of(new KeptSettings(around.folders().state())),
                      Optional.of(JavaTraining.below(around.folders().cache()))))) {
        tell(folder, page, view, around.printer());
        tellUnreadSettings(around);
        UpExamples.tell(examples, around.printer());
        page.show(given, around);
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

  /** A host for one look, which starts nothing, tells whether there is anything. */
  private static List<Path> examples(List<Path> files, Given given, Surroundings around) {
    if (!files.isEmpty() || given.has("--no-workbench") || given.has("--record")) {
      return List.of();
    }
    try (PluginHost look = CommonOptions.builder(given, around).forOneCommand().build()) {
      return UpExamples.instead(look, files, given, around);
    }
  }

  /**
   * What says nothing of a plugin that is here keeps none from starting, and is told all the same.
   */
  private static void tellUnreadSettings(Surroundings around) {
    try {
      for (String problem : new KeptSettings(around.folders().state()).problems()) {
        around.printer().aside("polyplug: " + UntrustedText.escape(problem));
      }
    } catch (IOException e) {
      around.printer().aside("polyplug: " + UntrustedText.escape(String.valueOf(e.getMessage())));
    }
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

  private static void tell(RunFolder folder, UpPage page, LocalView view, Printer printer)
      throws InterruptedException {
    List<Plugin> plugins = view.host().plugins();
    long pid = ProcessHandle.current().pid();
    if (!printer.wantsJson()) {
      printer.line("polyplug is up: pid " + pid + ", socket " + folder.socket());
      page.address().ifPresent(it -> printer.line("workbench: " + it));
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
          page.address().ifPresent(it -> out.writeStringProperty("workbench", it));
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
