package io.polyplug.bento;

import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.wire.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a plugin says of itself (2.5). It stays valid after the plugin has died. The texts are the
 * plugin's: whoever shows them escapes them.
 *
 * @param fingerprintFiles globs relative to the dish
 * @param diagnosticHooks by the name of the task, in the plugin's order
 */
public record AdapterManifest(
    String adapterId,
    String displayName,
    List<String> fingerprintFiles,
    List<AdapterTask> defaultTasks,
    AdapterCapabilities capabilities,
    Map<String, DiagnosticHook> diagnosticHooks) {
  public AdapterManifest {
    fingerprintFiles = List.copyOf(fingerprintFiles);
    defaultTasks = List.copyOf(defaultTasks);
    diagnosticHooks = Collections.unmodifiableMap(new LinkedHashMap<>(diagnosticHooks));
  }

  /**
   * Reads the answer to {@code initialize}; one of another version, or not as it has to be, is
   * thrown.
   *
   * @param warnings told in sentences what is left out
   */
  public static AdapterManifest read(Json result, Consumer<String> warnings) throws WrongShape {
    return new ManifestReader(warnings).read(result);
  }

  /** How the failure of this task becomes diagnostics. */
  public Optional<DiagnosticHook> hook(String task) {
    return Optional.ofNullable(diagnosticHooks.get(task));
  }

  /** Whether the plugin itself parses what the re-run of this task has printed. */
  public boolean parses(String task) {
    DiagnosticHook hook = diagnosticHooks.get(task);
    return hook != null && hook.parser().equals(DiagnosticHook.PLUGIN);
  }
}
