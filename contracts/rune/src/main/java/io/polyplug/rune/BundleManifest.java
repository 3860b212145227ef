package io.polyplug.rune;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.host.config.ProcessBinding;
import io.polyplug.host.config.SecretText;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.rune.protocol.WhiteSpace;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a bundle's {@code rterm-plugin.json} into a binding (section 10). Runs nothing. */
final class BundleManifest {
  private static final int MAX_BYTES = 1024 * 1024;
  private static final Set<String> TIERS = Set.of("safe", "moderate", "dangerous", "destructive");
  private static final Set<String> TARGETS = Set.of("workspace", "widget", "policy");

  private final Path root;
  private final String installation;
  private final BundleObject manifest;

  private BundleManifest(Path root, String installation, BundleObject manifest) {
    this.root = root;
    this.installation = installation;
    this.manifest = manifest;
  }

  /**
   * The binding of the bundle whose manifest is directly in this folder, installed by that name.
   */
  static RuneBinding read(Path root, String installation) throws InvalidBundle {
    Path file = root.resolve(RuneBundles.MANIFEST);
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length > MAX_BYTES) {
        throw new InvalidBundle(file + " is larger than " + MAX_BYTES + " bytes");
      }
      return parse(content, root, installation);
    } catch (InvalidJson e) {
      throw new InvalidBundle(file + " is not valid JSON: " + e.getMessage());
    } catch (IOException e) {
      throw new InvalidBundle(
          file + " cannot be read: " + UntrustedText.escape(String.valueOf(e.getMessage())));
    }
  }

  /** The binding of the bundle whose manifest would have this text. */
  static RuneBinding parse(String text, Path root, String installation) throws InvalidBundle {
    try {
      return parse(text.getBytes(StandardCharsets.UTF_8), root, installation);
    } catch (InvalidJson e) {
      throw new InvalidBundle(String.valueOf(e.getMessage()), e.position());
    }
  }

  private static RuneBinding parse(byte[] content, Path root, String installation)
      throws InvalidBundle {
    return new BundleManifest(root, installation, BundleObject.of(Json.parseRepaired(content)))
        .binding();
  }

  private RuneBinding binding() throws InvalidBundle {
    String id = manifest.required("plugin_id");
    boolean oneComponent =
        !id.equals(".") && !id.equals("..") && id.indexOf('/') < 0 && id.indexOf('\\') < 0;
    if (!oneComponent || !UntrustedText.escape(id).equals(id)) {
      throw new InvalidBundle(
          "plugin_id must be one path component, found " + HandshakeCheck.quoted(id), "plugin_id");
    }
    String version = manifest.required("plugin_version");
    String protocol = manifest.required("protocol_version");
    if (!WhiteSpace.trim(protocol).equals(RuneProtocol.VERSION)) {
      throw new InvalidBundle(
          "protocol_version must be "
              + RuneProtocol.VERSION
              + ", found "
              + HandshakeCheck.quoted(protocol),
          "protocol_version");
    }
    Set<String> capabilities = trimmed(manifest.texts("capabilities"));
    String name = manifest.text("display_name").filter(text -> !text.isBlank()).orElse(id);
    PluginInfo info =
        new PluginInfo(
            RuneContract.ID,
            id,
            name,
            version,
            manifest.text("description").orElse(""),
            root,
            installation);
    return new RuneBinding(
        info,
        process(),
        root,
        RuneTimes.DEFAULT,
        RuneProtocol.VERSION,
        List.copyOf(capabilities),
        Optional.of(tools(capabilities)));
  }

  private ProcessBinding process() throws InvalidBundle {
    BundleObject process =
        manifest.object("process").orElseThrow(() -> new InvalidBundle("\"process\" is missing"));
    Path folder =
        process
            .text("dir")
            .filter(dir -> !WhiteSpace.isBlank(dir))
            .map(dir -> root.resolve(dir).normalize())
            .orElse(root);
    Map<String, SecretText> environment = new LinkedHashMap<>();
    for (String entry : process.texts("env")) {
      int equals = entry.indexOf('=');
      if (equals <= 0) {
        throw new InvalidBundle(
            "process.env entries must be KEY=VALUE, found " + HandshakeCheck.quoted(entry),
            "process.env");
      }
      environment.put(
          entry.substring(0, equals), new SecretText.Literal(entry.substring(equals + 1)));
    }
    return new ProcessBinding(
        WhiteSpace.trim(process.required("command")), process.texts("args"), folder, environment);
  }

  private List<ToolInfo> tools(Set<String> capabilities) throws InvalidBundle {
    List<ToolInfo> tools = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (BundleObject tool : manifest.objects("tools")) {
      String name = tool.required("name");
      if (!names.add(name)) {
        throw new InvalidBundle(
            "the tool " + HandshakeCheck.quoted(name) + " is there twice",
            "tools[" + tools.size() + "].name");
      }
      tool.oneOf("approval_tier", TIERS);
      tool.oneOf("target_kind", TARGETS);
      tool.flag("mutating");
      for (String capability : trimmed(tool.texts("capabilities"))) {
        if (!capabilities.isEmpty() && !capabilities.contains(capability)) {
          throw new InvalidBundle(
              "the tool %s wants the capability %s, which the plugin does not list"
                  .formatted(HandshakeCheck.quoted(name), HandshakeCheck.quoted(capability)),
              "tools[" + tools.size() + "].capabilities");
        }
      }
      tools.add(
          new ToolInfo(
              name,
              tool.text("description").orElse(""),
              tool.any("input_schema").orElse(ToolInfo.ANY_OBJECT),
              ToolKind.UNARY));
    }
    if (tools.isEmpty()) {
      throw new InvalidBundle("\"tools\" must list at least one tool", "tools");
    }
    return tools;
  }

  private static Set<String> trimmed(List<String> capabilities) {
    Set<String> kept = new LinkedHashSet<>();
    for (String capability : capabilities) {
      String text = WhiteSpace.trim(capability);
      if (!text.isEmpty()) {
        kept.add(text);
      }
    }
    return kept;
  }
}
