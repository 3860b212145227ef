package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Held;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * What {@code test-plugin} says of a plugin's folder (section 18), after the full load of section
 * 7.
 *
 * @param directory the folder, absolute
 * @param adapterPresent whether there is an {@code adapter.ts}
 * @param manifest what was loaded; empty if it could not be
 * @param issues everything that keeps it from being used, safe to show
 */
public record PluginReport(
    Path directory, boolean adapterPresent, Optional<BabManifest> manifest, List<String> issues) {
  private static final String NO_ADAPTER =
      "adapter.ts is missing or does not export a valid adapter";

  public PluginReport {
    issues = List.copyOf(issues);
  }

  /** Loads the plugin in this folder, its adapter's {@code validate()} included, and ends it. */
  public static PluginReport of(Path directory, Map<String, String> environment) {
    return of(directory, BabHost.of(environment));
  }

  static PluginReport of(Path directory, BabHost place) {
    Path folder = directory.toAbsolutePath().normalize();
    boolean adapter = AdapterFile.isPresent(folder);
    if (!Files.exists(folder.resolve(BabManifest.FILE_NAME))) {
      return failed(
          folder,
          adapter,
          "Missing manifest.yaml in " + UntrustedText.escape(directory.toString()));
    }
    BabManifest manifest;
    try {
      manifest = BabManifest.read(folder);
    } catch (InvalidManifest e) {
      return new PluginReport(
          folder,
          adapter,
          Optional.empty(),
          e.problems().stream().map(InvalidManifest.Problem::toString).toList());
    }
    HostBuilder builder =
        PluginHost.builder()
            .contract(new OnePluginContract(BabDefinition.installed(folder, manifest, place)))
            .pluginsFrom(folder);
    try (PluginHost host = builder.build();
        Held<BabSession> held = LoadedPlugins.hold(host.plugins().getFirst())) {
      LoadedPlugin loaded = held.session().loaded();
      return new PluginReport(folder, adapter, Optional.of(loaded.manifest()), issues(loaded));
    } catch (PluginFailure e) {
      return failed(folder, adapter, e.failure().message());
    }
  }

  private static List<String> issues(LoadedPlugin loaded) {
    List<String> issues = new ArrayList<>();
    switch (loaded.way()) {
      case Way.Plain _ -> {}
      case Way.Scripted(HeldAdapter held) -> {
        switch (held.adapter().mode()) {
          case NONE -> issues.add(NO_ADAPTER);
          case SIMPLE, LEGACY -> {}
        }
      }
      case Way.Missing(String message) ->
          issues.add(AdapterFile.isPresent(loaded.folder()) ? message : NO_ADAPTER);
    }
    return issues;
  }

  private static PluginReport failed(Path folder, boolean adapter, String issue) {
    return new PluginReport(folder, adapter, Optional.empty(), List.of(issue));
  }

  /** Whether it can be used. */
  public boolean valid() {
    return issues.isEmpty();
  }

  /** The report as the contract writes it; what was not loaded is empty or zero. */
  public Json toJson() {
    return Json.object(
        out -> {
          out.writeBooleanProperty("adapter_present", adapterPresent);
          out.writeStringProperty("command", manifest.map(BabManifest::command).orElse(""));
          out.writeNumberProperty(
              "delegate_api_version", manifest.map(BabManifest::delegateApiVersion).orElse(0L));
          out.writeStringProperty("directory", directory.toString());
          texts(out, "issues", issues);
          out.writeStringProperty("plugin_id", manifest.map(BabManifest::id).orElse(""));
          texts(
              out,
              "roles",
              manifest.map(BabManifest::roles).orElse(List.of()).stream()
                  .map(ManifestRole::name)
                  .toList());
          out.writeBooleanProperty("valid", valid());
          out.writeStringProperty("version", manifest.map(BabManifest::version).orElse(""));
        });
  }

  private static void texts(JsonGenerator out, String name, List<String> texts) {
    out.writeName(name);
    out.writeStartArray();
    texts.forEach(text -> out.writeString(JsText.wellFormed(text)));
    out.writeEndArray();
  }
}
