package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.tracing.Tracing;
import io.polyplug.host.Contract;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.Configuration;
import io.polyplug.host.config.DisabledPlugins;
import io.polyplug.host.config.DurationText;
import io.polyplug.host.config.KeptSettings;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options that every command has, and the host that they describe. */
final class CommonOptions {
  private CommonOptions() {}

  static CommandSpec command(String name, String... description) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(description).abbreviateSynopsis(true).sortOptions(false);
    spec.addOption(flag("-h", "--help").usageHelp(true).description("Shows this help.").build());
    spec.addOption(
        flag("--json")
            .description("Prints exactly one JSON document on standard output, nothing else.")
            .build());
    spec.addOption(
        flag("-v", "--verbose")
            .description(
                "Shows every line to and from plugins, what they write to standard error, and their states.")
            .build());
    spec.addOption(
        OptionSpec.builder("--timeout")
            .paramLabel("TIME")
            .type(String.class)
            .description(
                "How long to wait at most, for example 500ms, 5s or 2m. A limit of the plugin's own that is shorter holds all the same.")
            .build());
    spec.addOption(
        OptionSpec.builder("--config")
            .paramLabel("FILE")
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .arity("1")
            .description("A polyplug.toml to use instead of the one found from here upwards.")
            .build());
    spec.addOption(
        OptionSpec.builder("--plugin-dir")
            .paramLabel("FOLDER")
            .type(List.class)
            .auxiliaryTypes(Path.class)
            .arity("1")
            .description("A folder to look for plugins in, besides the installed ones.")
            .build());
    spec.addOption(
        flag("--local")
            .description("Starts what is needed here, even if polyplug up is running.")
            .build());
    spec.addOption(
        OptionSpec.builder("--record")
            .paramLabel("FILE")
            .type(String.class)
            .description(
                "Writes every line to and from plugins to this file, secrets left out; implies --local. See replay.")
            .build());
    return spec;
  }

  /** The argument that names a plugin. */
  static PositionalParamSpec plugin(String arity) {
    return PositionalParamSpec.builder()
        .index("0")
        .paramLabel("PLUGIN")
        .type(String.class)
        .arity(arity)
        .required(!arity.startsWith("0"))
        .description("Its name as list shows it: its id, contract:id, or its installation's name.")
        .build();
  }

  static OptionSpec.Builder flag(String name, String... more) {
    return OptionSpec.builder(name, more).type(boolean.class).arity("0");
  }

  static Optional<Duration> timeout(Given given) {
    Optional<String> text = given.text("--timeout");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<Duration> timeout = DurationText.parse(text.get());
    if (timeout.isEmpty() || timeout.get().isZero()) {
      throw new UsageProblem(
          "--timeout: expected "
              + DurationText.EXPECTED
              + ", found \""
              + UntrustedText.excerpt(text.get(), 40)
              + "\"");
    }
    return timeout;
  }

  /** A host of all contracts with the plugins that the options and the folder name. */
  static PluginHost host(Given given, Surroundings around) {
    HostBuilder builder = builder(given, around).forOneCommand();
    if (given.has("--verbose")) {
      builder.listener(event -> show(event, around.printer()));
    }
    return builder.build();
  }

  /** What such a host is made of; it stays until it is closed unless the caller says otherwise. */
  static HostBuilder builder(Given given, Surroundings around) {
    HostBuilder builder =
        ShippedContracts.builder()
            .pluginsFromHomes(around.environment())
            .rememberIn(around.folders().cache())
            .journalIn(around.folders().state());
    List<Path> files = paths(given, "--config", around);
    List<Contract> contracts = builder.contracts();
    builder.configuration(
        () ->
            Configuration.forFolder(around.folder(), files, around.folders(), contracts)
                .alsoDisabling(disabled(around)));
    builder.settings(info -> settings(info, around));
    Recordings.begin(given, around).ifPresent(builder::recorder);
    Tracing.of(
        builder,
        around.environment(),
        Main.version(),
        sentence -> around.printer().aside("polyplug: " + sentence));
    StoreOptions.guard(builder, given, around);
    for (Path folder : paths(given, "--plugin-dir", around)) {
      if (!Files.isDirectory(folder)) {
        throw new UsageProblem("--plugin-dir: there is no folder " + folder);
      }
      builder.pluginsFrom(folder);
    }
    return builder;
  }

  /** What cannot be read is no reason to start a plugin as if nothing were set. */
  private static Map<String, Json> settings(PluginInfo plugin, Surroundings around) {
    try {
      return new KeptSettings(around.folders().state()).of(plugin);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static List<String> disabled(Surroundings around) {
    try {
      return new DisabledPlugins(around.folders().state()).names();
    } catch (IOException e) {
      throw new ConfigMistake(
          around.folders().state(), 0, "", "what is disabled cannot be read: " + e.getMessage());
    }
  }

  static List<Path> paths(Given given, String option, Surroundings around) {
    List<Path> paths = given.list(option);
    return paths.stream().map(path -> around.folder().resolve(path)).toList();
  }

  static void show(HostEvent event, Printer printer) {
    printer.aside(printer.dim(UntrustedText.escape(event.plugin()) + ": " + text(event)));
  }

  /** An event in words that are safe to show. */
  static String text(HostEvent event) {
    return switch (event) {
      case HostEvent.LogLine line -> UntrustedText.escape(line.text());
      case HostEvent.StateChanged change ->
          change.from()
              + " -> "
              + change.to()
              + change.reason().map(reason -> ": " + reason.message()).orElse("");
      case HostEvent.CallStarted call ->
          "call " + call.call() + ": " + UntrustedText.escape(call.tool());
      case HostEvent.CallEnded call ->
          "call "
              + call.call()
              + ": "
              + call.errorCode().map(UntrustedText::escape).orElse("ok")
              + " after "
              + call.duration().toMillis()
              + " ms";
      case HostEvent.StreamEnded stream ->
          "call %d: %s after %d messages and %d ms"
              .formatted(
                  stream.call(),
                  stream
                      .errorCode()
                      .map(UntrustedText::escape)
                      .orElse(stream.whole() ? "ended" : "closed"),
                  stream.received(),
                  stream.duration().toMillis());
      case HostEvent.FrameSeen frame ->
          (frame.direction() == HostEvent.Direction.TO_PLUGIN ? "-> " : "<- ")
              + UntrustedText.excerpt(new String(frame.frame(), StandardCharsets.UTF_8), 500);
      case HostEvent.PluginAdded _ -> "added";
      case HostEvent.PluginRemoved _ -> "removed";
      case HostEvent.ToolsChanged _ -> "offers other tools";
    };
  }
}
