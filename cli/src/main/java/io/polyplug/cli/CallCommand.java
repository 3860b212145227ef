package io.polyplug.cli;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.HostView;
import io.polyplug.cli.running.Listing;
import io.polyplug.host.LateAnswer;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolKind;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.ToolResult;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code polyplug call PLUGIN TOOL [JSON]}: calls a tool and prints what it gives. */
final class CallCommand implements Command {
  private static final int STATUS_SHOWN = 200;
  private static final Duration SHORTEST = Duration.ofMillis(1);

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Calls a tool of a plugin and prints its output.",
            "Exits with 0 if the plugin answered, 1 if it answered with an error, 3 if it failed.");
    spec.addPositional(CommonOptions.plugin("1"));
    spec.addPositional(positional("1", "TOOL", "The tool's exact name.").required(true).build());
    spec.addPositional(
        positional("2", "INPUT", "JSON, or @file, or - for standard input; {} if left out.")
            .arity("0..1")
            .build());
    spec.addOption(
        OptionSpec.builder("--context")
            .paramLabel("NAME=VALUE")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .description("What the plugin is told about the caller, in its contract's names.")
            .build());
    TargetOptions.addTo(spec);
    spec.addOption(
        OptionSpec.builder("--kind")
            .paramLabel("KIND")
            .type(String.class)
            .description(
                "unary, stream or channel, instead of what the plugin's list of tools says. A stream"
                    + " prints a line for each message until it ends; a channel sends each line of"
                    + " standard input too.")
            .build());
    spec.addOption(
        OptionSpec.builder("--max")
            .paramLabel("N")
            .type(String.class)
            .description("Ends a stream or channel after so many messages.")
            .build());
    return spec;
  }

  private static PositionalParamSpec.Builder positional(
      String index, String label, String description) {
    return PositionalParamSpec.builder()
        .index(index)
        .paramLabel(label)
        .type(String.class)
        .description(description);
  }

  @Override
  public int run(Given given, Surroundings around) {
    Optional<ToolKind> asked = given.text("--kind").map(CallCommand::kind);
    long most = given.text("--max").map(CallCommand::count).orElse(Long.MAX_VALUE);
    Json input = new InputArgument(around).read(given.argument(2).orElse("{}"));
    Optional<Duration> timeout = CommonOptions.timeout(given);
    // One limit for all that is asked of the plugin, and not one for each question.
    Deadline deadline =
        timeout.map(limit -> Deadline.in(limit, Clock.system())).orElse(Deadline.NEVER);
    ToolCall asCalled =
        new ToolCall(
            input, given.text("--url"), TargetOptions.metadata(given), context(given), timeout);
    try (HostView view = Hosts.view(given, around)) {
      return call(view, given, around, asCalled, asked, deadline, most);
    } catch (PluginFailure failure) {
      throw timeout.isPresent() && deadline.left().toMillis() == 0
          ? LateAnswer.told(failure, timeout.get())
          : failure;
    }
  }

  private static int call(
      HostView view,
      Given given,
      Surroundings around,
      ToolCall asCalled,
      Optional<ToolKind> asked,
      Deadline deadline,
      long most) {
    Optional<Duration> timeout = asCalled.timeout();
    Printer printer = around.printer();
    String name = given.argument(0).orElse("");
    String tool = given.argument(1).orElse("");
    Listing.Row plugin = view.plugin(name);
    ToolKind kind =
        asked.orElseGet(
            () ->
                view.kindOf(
                        name,
                        tool,
                        new ToolQuery(
                            asCalled.target(),
                            asCalled.metadata(),
                            timeout.map(_ -> atLeast(deadline.left())),
                            false))
                    .orElse(ToolKind.UNARY));
    ToolCall call = timeout.isEmpty() ? asCalled : asCalled.withTimeout(atLeast(deadline.left()));
    MessageOutput output = new MessageOutput(plugin, tool, printer, most);
    return switch (kind) {
      case UNARY -> {
        ToolResult result;
        try (Spinner _ = Spinner.start(printer, plugin.id() + " " + tool)) {
          result = view.call(name, tool, call);
        }
        print(plugin, tool, result, printer);
        if (result.ok()) {
          yield ExitCode.OK;
        }
        if (!printer.wantsJson()) {
          printer.aside(
              "polyplug: %s answered with the status %s"
                  .formatted(
                      UntrustedText.escape(plugin.id()),
                      UntrustedText.excerpt(result.status(), STATUS_SHOWN)));
        }
        yield ExitCode.PLUGIN_ERROR;
      }
      case STREAM -> {
        try (ToolStream stream = view.stream(name, tool, call)) {
          yield output.print(stream, () -> {});
        }
      }
      case CHANNEL -> {
        try (ToolChannel channel = view.open(name, tool, call)) {
          ChannelInput lines = ChannelInput.start(around.stdin(), channel);
          yield output.print(channel, lines::check);
        }
      }
    };
  }

  /** A call without any time left fails as late, and a time of nothing is no time. */
  private static Duration atLeast(Duration left) {
    return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
  }

  private static ToolKind kind(String word) {
    for (ToolKind kind : ToolKind.values()) {
      if (kind.name().equalsIgnoreCase(word)) {
        return kind;
      }
    }
    throw new UsageProblem("--kind: expected unary, stream or channel, found \"" + word + "\"");
  }

  private static long count(String text) {
    try {
      long count = Long.parseLong(text);
      if (count > 0) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UsageProblem("--max: expected a positive number, found \"" + text + "\"");
  }

  private static Map<String, String> context(Given given) {
    Map<String, String> context = new TreeMap<>();
    for (String entry : given.<String>list("--context")) {
      int equals = entry.indexOf('=');
      if (equals <= 0) {
        throw new UsageProblem("--context: expected NAME=VALUE, found \"" + entry + "\"");
      }
      context.put(entry.substring(0, equals), entry.substring(equals + 1));
    }
    return context;
  }

  private static void print(Listing.Row plugin, String tool, ToolResult result, Printer printer) {
    if (!printer.wantsJson()) {
      // On a terminal for people; in a pipe exactly what the plugin wrote.
      printer.line(
          printer.outIsTerminal() ? PrettyJson.of(result.output()) : result.output().toString());
      return;
    }
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", result.ok());
          out.writeStringProperty("plugin", plugin.id());
          out.writeStringProperty("contract", plugin.contract());
          out.writeStringProperty("tool", tool);
          out.writeStringProperty("status", result.status());
          out.writeName("output");
          result.output().writeTo(out);
          out.writeName("metadata");
          out.writeStartObject();
          new TreeMap<>(result.metadata())
              .forEach(
                  (name, value) -> {
                    out.writeName(name);
                    value.writeTo(out);
                  });
          out.writeEndObject();
          out.writeNumberProperty("durationMs", result.duration().toMillis());
        });
  }
}
