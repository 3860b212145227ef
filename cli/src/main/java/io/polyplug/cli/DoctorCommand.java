package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Discovered;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolQuery;
import io.polyplug.host.flight.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code polyplug doctor [PLUGIN]}: says in one sentence why a plugin does not work, with the fix.
 */
final class DoctorCommand implements Command {
  /** What was found out about one plugin; no problem is good news. */
  private record Finding(
      String plugin, List<String> problems, List<String> stderr, List<String> frames) {}

  private static final int SHOWN_FRAMES = 8;

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Says in one sentence why a plugin does not work, with the fix.",
            "Without a name it looks at all plugins and starts none; a named one is started too.");
    spec.addPositional(CommonOptions.plugin("0..1"));
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    Printer printer = around.printer();
    List<Finding> findings = new ArrayList<>();
    try (PluginHost host = CommonOptions.host(given, around)) {
      String named = given.argument(0).orElse("");
      if (named.isEmpty()) {
        host.plugins().forEach(plugin -> findings.add(examine(plugin)));
        host.invalid().forEach(invalid -> findings.add(unusable(invalid)));
      } else {
        Plugin plugin = host.plugin(named);
        Finding seen = examine(plugin);
        findings.add(seen.problems().isEmpty() ? tryIt(plugin, host, given, around) : seen);
      }
    }
    if (printer.wantsJson()) {
      printJson(findings, printer);
    } else {
      printText(findings, printer);
    }
    boolean healthy = findings.stream().allMatch(finding -> finding.problems().isEmpty());
    return healthy ? ExitCode.OK : ExitCode.FAILURE;
  }

  private static Finding examine(Plugin plugin) {
    return new Finding(plugin.info().key(), plugin.diagnose(), List.of(), List.of());
  }

  private static Finding unusable(Discovered.Invalid invalid) {
    return new Finding(
        invalid.contract() + ":" + invalid.folder().getFileName(),
        List.of(invalid.reason()),
        List.of(),
        List.of());
  }

  private static Finding tryIt(Plugin plugin, PluginHost host, Given given, Surroundings around) {
    String name = plugin.info().key();
    ToolQuery query = new ToolQuery(Optional.empty(), Map.of(), CommonOptions.timeout(given), true);
    try (Spinner _ = Spinner.start(around.printer(), "asking " + name)) {
      plugin.tools(query);
      return new Finding(name, List.of(), List.of(), List.of());
    } catch (PluginFailure failure) {
      return new Finding(
          name,
          List.of(failure.code() + ": " + failure.failure().message()),
          failure.failure().stderr(),
          lastFrames(host, name, around));
    } catch (PluginException error) {
      return new Finding(
          name,
          List.of(String.valueOf(error.getMessage())),
          List.of(),
          lastFrames(host, name, around));
    }
  }

  /** What was said before it failed, oldest first, safe to show and without secrets. */
  private static List<String> lastFrames(PluginHost host, String plugin, Surroundings around) {
    Redaction redaction = Redaction.of(around.environment());
    return host.events().flight().last(plugin, SHOWN_FRAMES).stream()
        .map(
            it ->
                (it.direction() == HostEvent.Direction.TO_PLUGIN ? "-> " : "<- ")
                    + UntrustedText.escape(
                        redaction.frame(it.bytes()) + (it.cut() > 0 ? " …" : "")))
        .toList();
  }

  private static void printText(List<Finding> findings, Printer printer) {
    if (findings.isEmpty()) {
      printer.line("No plugins here.");
    }
    for (Finding finding : findings) {
      String name = UntrustedText.escape(finding.plugin());
      if (finding.problems().isEmpty()) {
        printer.line(name + ": no problem found");
      }
      finding.problems().forEach(it -> printer.line(name + ": " + UntrustedText.escape(it)));
      finding.stderr().forEach(it -> printer.line("  stderr: " + it));
      finding.frames().forEach(it -> printer.line("  " + it));
    }
  }

  private static void printJson(List<Finding> findings, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", findings.stream().allMatch(it -> it.problems().isEmpty()));
          out.writeArrayPropertyStart("plugins");
          for (Finding finding : findings) {
            out.writeStartObject();
            out.writeStringProperty("plugin", finding.plugin());
            out.writeArrayPropertyStart("problems");
            finding.problems().forEach(out::writeString);
            out.writeEndArray();
            out.writeArrayPropertyStart("stderr");
            finding.stderr().forEach(out::writeString);
            out.writeEndArray();
            out.writeArrayPropertyStart("frames");
            finding.frames().forEach(out::writeString);
            out.writeEndArray();
            out.writeEndObject();
          }
          out.writeEndArray();
        });
  }
}
