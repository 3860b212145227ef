package io.polyplug.bento;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.Fields;
import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads the answer to {@code initialize} as the table of section 2.5 says. */
final class ManifestReader {
  private final Consumer<String> warnings;

  /**
   * With somebody to tell what is left out.
   *
   * @param warnings sentences that are safe to show
   */
  ManifestReader(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  AdapterManifest read(Json result) throws WrongShape {
    Fields fields = Fields.of("the manifest", result);
    // First, so that a manifest of the future is told apart from a broken one.
    int version = fields.whole("protocol_version");
    if (version != BentoProtocol.VERSION) {
      throw new OtherVersion(version);
    }
    return new AdapterManifest(
        fields.text("adapter_id"),
        fields.text("display_name"),
        fields.texts("fingerprint_files"),
        tasks(fields),
        fields.has("capabilities")
            ? AdapterCapabilities.read(fields.object("capabilities"))
            : AdapterCapabilities.DEFAULT,
        hooks(fields));
  }

  private static List<AdapterTask> tasks(Fields fields) throws WrongShape {
    List<AdapterTask> tasks = new ArrayList<>();
    for (Fields task : fields.objects("default_tasks")) {
      tasks.add(
          new AdapterTask(
              task.text("name"),
              task.text("run"),
              task.optionalTexts("inputs").orElse(List.of()),
              task.optionalTexts("outputs")));
    }
    return tasks;
  }

  private Map<String, DiagnosticHook> hooks(Fields fields) throws WrongShape {
    Map<String, DiagnosticHook> hooks = new LinkedHashMap<>();
    if (!fields.has("diagnostic_hooks")) {
      return hooks;
    }
    for (Map.Entry<String, Fields> hook : fields.object("diagnostic_hooks").named().entrySet()) {
      Rerun rerun = rerun(hook.getValue().object("rerun"));
      String parser = hook.getValue().text("parser");
      if (parser.equals(DiagnosticHook.PLUGIN) || BentoProtocol.BUILT_IN_PARSERS.contains(parser)) {
        hooks.put(hook.getKey(), new DiagnosticHook(rerun, parser));
      } else {
        warnings.accept(
            "its diagnostic hook for \""
                + UntrustedText.excerpt(hook.getKey(), 80)
                + "\" is ignored: this host has no parser \""
                + UntrustedText.excerpt(parser, 80)
                + "\"");
      }
    }
    return hooks;
  }

  private static Rerun rerun(Fields rerun) throws WrongShape {
    return switch (rerun.text("kind")) {
      case "append_args" -> new Rerun.AppendArgs(rerun.texts("args"));
      case "replace" -> new Rerun.Replace(rerun.text("command"));
      default -> throw rerun.wrong("kind", "append_args or replace");
    };
  }
}
