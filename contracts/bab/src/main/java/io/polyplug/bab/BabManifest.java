package io.polyplug.bab;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A {@code manifest.yaml} (section 4). Immutable.
 *
 * @param id what the plugin is called by
 * @param name for people
 * @param version a semantic version
 * @param command a program on the PATH, or an absolute path
 * @param roles at least one
 * @param toolPrompts prompt files by the name of a workflow tool
 * @param capabilities what it says of itself; nothing follows from it
 * @param delegateApiVersion accepted whatever it is
 * @param delegate how to run the command without an adapter, if it says so: ours alone
 */
public record BabManifest(
    String id,
    String name,
    String version,
    String command,
    List<ManifestRole> roles,
    Map<String, String> toolPrompts,
    Capabilities capabilities,
    long delegateApiVersion,
    Optional<PlainDelegate> delegate) {
  public static final String FILE_NAME = "manifest.yaml";

  /** Informative only. */
  public record Capabilities(
      boolean supportsCancellation,
      boolean supportsImages,
      boolean supportsStreaming,
      boolean supportsWorkingDirectory,
      String outputFormat) {}

  public BabManifest {
    roles = List.copyOf(roles);
    toolPrompts = Collections.unmodifiableMap(new LinkedHashMap<>(toolPrompts));
  }

  /**
   * Reads the manifest of the plugin in this folder. After resolving links the file must lie in the
   * folder; at most 1 MiB are read.
   */
  public static BabManifest read(Path pluginFolder) throws InvalidManifest {
    return parse(PluginFiles.manifest(pluginFolder));
  }

  /** Reads the text of a manifest. */
  public static BabManifest parse(String yaml) throws InvalidManifest {
    return new ManifestReader(YamlText.read(yaml)).read();
  }
}
