package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.base.PatientClock;
import io.polyplug.base.UntrustedText;
import io.polyplug.cli.dev.Debugging;
import io.polyplug.cli.dev.DevHost;
import io.polyplug.cli.dev.FolderWatch;
import io.polyplug.cli.dev.LiveText;
import io.polyplug.cli.dev.LiveView;
import io.polyplug.cli.dev.Versions;
import io.polyplug.cli.running.LocalView;
import io.polyplug.cli.running.RunFolder;
import io.polyplug.cli.running.RunningHost;
import io.polyplug.cli.running.UpLock;
import io.polyplug.conformance.NoSubject;
import io.polyplug.host.GuardedStarts;
import io.polyplug.host.LogBook;
import io.polyplug.host.PluginHost;
import io.polyplug.host.config.Configuration;
import io.polyplug.host.config.DisabledPlugins;
import io.polyplug.host.flight.Redaction;
import io.polyplug.process.Spawner;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * {@code polyplug dev FOLDER}: runs a plugin while it is written. A host of its own in the
 * foreground shows every frame and log line, and serves the other commands as {@code up} does; each
 * change of the folder's files starts a new version, to which new calls go once it works.
 */
final class DevCommand implements Command {
  static final String NAME = "dev";

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Runs the plugin of a folder while it is written: shows its frames and logs, serves the"
                + " other commands, and starts it anew when its files change, until Ctrl-C.",
            "Calls under way end in the version in which they began. A version that does not work"
                + " leaves the one before it in its place.");
    spec.addOption(text("--contract", "ID", "Runs it by this contract alone. A command needs it."));
    spec.addOption(
        text(
            "--frames",
            "HOW",
            "How frames are shown: short (what they are about), full, or none. If not given, full"
                + " with --verbose, else short."));
    spec.addOption(
        text(
            "--drain",
            "TIME",
            "How long calls under way may go on in a version that was replaced. 30s if not given."));
    spec.addOption(
        CommonOptions.flag("--attach")
            .description(
                "Starts it so that it waits for a debugger (java, node, python with debugpy), and"
                    + " switches all deadlines off.")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("FOLDER")
            .type(String.class)
            .arity("0..1")
            .description(
                "The plugin's folder, or the one in which the command behind -- is run. This folder"
                    + " if not given.")
            .build());
    return spec;
  }

  private static OptionSpec text(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        .description(description)
        .build();
  }

  @Override
  public int run(Given given, Surroundings around) throws Exception {
    Instant since = Instant.now();
    Clock clock = Clock.system();
    DevRequest request = DevRequest.of(given, around);
    Path folder = request.folder();
    Optional<PatientClock> patience =
        request.attach() ? Optional.of(new PatientClock(clock)) : Optional.empty();
    RunFolder runFolder = RunFolder.of(around.environment(), around.folders());
    CountDownLatch stop = new CountDownLatch(1);
    AtomicInteger signal = new AtomicInteger();
    Printer printer = around.printer();
    if (printer.wantsJson()) {
      printer.endlessly();
    }
    DevHost.Names names = new DevHost.Names();
    LiveText text =
        new LiveText(
            clock.nanoTime(),
            request.frames() == DevRequest.Frames.FULL,
            printer.wantsJson(),
            Redaction.of(around.environment()),
            names::amongOthers,
            printer::coloured);
    try (UpLock _ = UpLock.take(runFolder, since);
        GuardedStarts looks = new GuardedStarts(Spawner::platform, Optional.empty());
        LiveView view = new LiveView(text, printer::line, clock::nanoTime);
        FolderWatch watch =
            new FolderWatch(folder, DevRequest.ours(given, around), view::complain)) {
      StopSignals.onFirst(
          number -> {
            signal.set(number);
            stop.countDown();
          });
      Versions versions = new Versions(view, names, request.farewell());
      DevHost dev =
          new DevHost(
              request.source(looks),
              versions,
              view,
              names,
              patience,
              patience.map(_ -> new Debugging((who, what) -> view.say(who + ": " + what))));
      String watching =
          "Watching %s; Ctrl-C ends it".formatted(UntrustedText.escape(folder.toString()))
              + (patience.isPresent() ? "; all deadlines are off" : "");
      PluginHost host;
      LogBook logs;
      try {
        logs = dev.logs();
        host =
            dev.begin(
                around.folders().state(),
                request.frames() != DevRequest.Frames.NONE,
                Recordings.begin(given, around),
                () -> view.say(watching));
      } catch (NoSubject e) {
        throw new UsageProblem(e.sentence());
      }
      try (logs;
          RunningHost running =
              RunningHost.listen(
                  runFolder,
                  new RunningHost.Served(
                      Main.version(),
                      since,
                      new LocalView(host, true, Hosts::source),
                      logs,
                      new DisabledPlugins(around.folders().state()),
                      files(folder, around),
                      List.of(),
                      stop::countDown))) {
        dev.follow(watch);
        stop.await();
        versions.end();
        running.stopListening();
        patience.ifPresent(PatientClock::endPatience);
        host.close();
      } finally {
        patience.ifPresent(PatientClock::endPatience);
        host.close();
      }
    }
    return signal.get() == 0 ? ExitCode.OK : ExitCode.SIGNALLED + signal.get();
  }

  /** Whoever works in the folder, or here, means this host. */
  private static List<Path> files(Path folder, Surroundings around) {
    return Stream.concat(
            Configuration.projectFiles(folder, around.folders(), ShippedContracts.all()).stream(),
            Hosts.projectFiles(around).stream())
        .map(it -> it.toAbsolutePath().normalize())
        .distinct()
        .toList();
  }
}
