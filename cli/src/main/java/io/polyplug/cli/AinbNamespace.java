package io.polyplug.cli;

import io.polyplug.ainb.AinbToolNames;
import io.polyplug.base.UntrustedText;
import io.polyplug.cli.running.HostView;
import io.polyplug.host.NearestNames;
import io.polyplug.host.PluginException;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolResult;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs a command that a plugin brings, as if the plugin were a program of that name. */
record AinbNamespace(Given given, Surroundings around) {
  private static final int LONGEST_SHOWN = 80;

  int run(String namespace) {
    try (HostView view = Hosts.view(given, around)) {
      return run(view, owner(view, namespace));
    } catch (PluginException failed) {
      // As if it were the program's own end: the contract has no other code for it.
      new Problems(around.printer(), false).report(failed);
      return ExitCode.PLUGIN_ERROR;
    }
  }

  /** The first by name that may be used; if none may, the first, which says why. */
  private AinbOffer owner(HostView view, String namespace) {
    List<AinbOffer> all = AinbOffer.all(view, AinbToolNames.CLI);
    List<AinbOffer> claims =
        all.stream()
            .filter(offer -> offer.name().equals(namespace))
            .sorted(Comparator.comparing(AinbOffer::isDisabled))
            .toList();
    if (claims.isEmpty()) {
      throw new UsageProblem(
          "No plugin has the namespace %s.%s Try: polyplug ainb --help"
              .formatted(
                  UntrustedText.excerpt(namespace, LONGEST_SHOWN),
                  NearestNames.hint(namespace, all.stream().map(AinbOffer::name).toList())));
    }
    if (claims.size() > 1 && given.has("--verbose")) {
      claims
          .subList(1, claims.size())
          .forEach(other -> tellOfOther(namespace, claims.getFirst(), other));
    }
    return claims.getFirst();
  }

  private void tellOfOther(String namespace, AinbOffer owner, AinbOffer other) {
    around
        .printer()
        .aside(
            "polyplug: %s is a namespace of %s too, but %s comes first"
                .formatted(
                    UntrustedText.excerpt(namespace, LONGEST_SHOWN),
                    UntrustedText.escape(other.plugin().called()),
                    UntrustedText.escape(owner.plugin().called())));
  }

  private int run(HostView view, AinbOffer owner) {
    Printer printer = around.printer();
    Json arguments =
        Json.object(
            out -> {
              out.writeArrayPropertyStart("argv");
              given.passedOn().forEach(out::writeString);
              out.writeEndArray();
            });
    ToolCall call =
        CommonOptions.timeout(given)
            .map(ToolCall.of(arguments)::withTimeout)
            .orElse(ToolCall.of(arguments));
    ToolResult result;
    try (Spinner _ = Spinner.start(printer, owner.plugin().called() + " " + owner.name())) {
      result = view.call(owner.plugin().called(), AinbToolNames.CLI + owner.name(), call);
    }
    Map<String, Json> output = JsonParts.members(result.output());
    int exit = exit(Integer.parseInt(Objects.requireNonNull(output.get("exit_code")).toString()));
    if (printer.wantsJson()) {
      print(owner, output, exit, printer);
    } else {
      printer.bytes(bytes(output, "stdout"));
      printer.bytesAside(bytes(output, "stderr"));
    }
    return exit;
  }

  /** What a shell can see of it: the low byte, but a failure never becomes a success. */
  static int exit(int code) {
    return code != 0 && (code & 0xFF) == 0 ? 1 : code & 0xFF;
  }

  private static byte[] bytes(Map<String, Json> output, String name) {
    Json text = output.get(name);
    Json base64 = output.get(name + "_base64");
    return text != null
        ? Objects.requireNonNull(text.stringValue()).getBytes(StandardCharsets.UTF_8)
        : base64 != null
            ? Base64.getDecoder().decode(Objects.requireNonNull(base64.stringValue()))
            : new byte[0];
  }

  private static void print(AinbOffer owner, Map<String, Json> output, int exit, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", exit == ExitCode.OK);
          out.writeStringProperty("plugin", owner.plugin().id());
          out.writeStringProperty("namespace", owner.name());
          output.forEach(
              (name, value) -> {
                out.writeName(name);
                value.writeTo(out);
              });
        });
  }
}
