package io.polyplug.bento;

import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.Fields;
import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolKind;
import io.polyplug.wire.Json;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The methods of an adapter as tools: those that its manifest has. Immutable. */
final class BentoTools {
  private static final String DIRECTORY =
      """
      {"type":"string","minLength":1,"description":"A folder; a relative one is of the host's."}""";
  private static final Json ON_DIRECTORY = schema("\"dir\"", "\"dir\":" + DIRECTORY);
  private static final Json INSTALL =
      schema(
          "\"dish_dir\",\"dish_name\"",
          "\"dish_dir\":" + DIRECTORY + ",\"dish_name\":{\"type\":\"string\"}");
  private static final Json PARSE =
      schema(
          "\"task_name\",\"stdout\",\"stderr\",\"exit_status\",\"dish_dir\",\"workspace_root\"",
          "\"task_name\":{\"type\":\"string\"},\"stdout\":{\"type\":\"string\"},"
              + "\"stderr\":{\"type\":\"string\"},\"exit_status\":{\"type\":\"integer\"},"
              + "\"dish_dir\":"
              + DIRECTORY
              + ",\"workspace_root\":"
              + DIRECTORY);
  private static final Json NOTHING = schema("", "");

  private final AdapterManifest manifest;
  private final List<ToolInfo> all = new ArrayList<>();

  BentoTools(AdapterManifest manifest) {
    this.manifest = manifest;
    AdapterCapabilities can = manifest.capabilities();
    add(can.detect(), BentoProtocol.DETECT, "Whether a folder is of its language.", ON_DIRECTORY);
    add(
        can.requiredToolchain(),
        BentoProtocol.REQUIRED_TOOLCHAIN,
        "The tool and version that a project pins.",
        ON_DIRECTORY);
    add(
        can.resolvedToolchainFingerprint(),
        BentoProtocol.RESOLVED_TOOLCHAIN_FINGERPRINT,
        "The toolchain that is really there.",
        NOTHING);
    add(can.install(), BentoProtocol.INSTALL, "Installs a project's dependencies.", INSTALL);
    boolean parses = false;
    for (String task : manifest.diagnosticHooks().keySet()) {
      parses |= manifest.parses(task);
    }
    add(
        parses,
        BentoProtocol.PARSE_DIAGNOSTICS,
        "Reads what a tool has printed as diagnostics.",
        PARSE);
  }

  private static Json schema(String required, String properties) {
    return Json.parse(
        "{\"type\":\"object\",\"required\":["
            + required
            + "],\"properties\":{"
            + properties
            + "}}");
  }

  private void add(boolean there, String name, String description, Json schema) {
    if (there) {
      all.add(new ToolInfo(name, description, schema, ToolKind.UNARY));
    }
  }

  List<ToolInfo> all() {
    return List.copyOf(all);
  }

  boolean has(String name) {
    for (ToolInfo tool : all) {
      if (tool.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** What the plugin is sent for this input; throws {@code invalid_input}. */
  Json params(String plugin, String tool, Json input) {
    try {
      Fields fields = Fields.of("the input", input);
      return switch (tool) {
        case BentoProtocol.INSTALL -> {
          String dir = folder(fields, "dish_dir");
          String name = fields.text("dish_name");
          yield Json.object(
              out -> {
                out.writeStringProperty("dish_dir", dir);
                out.writeStringProperty("dish_name", name);
              });
        }
        case BentoProtocol.PARSE_DIAGNOSTICS -> diagnostics(fields).toJson();
        default -> {
          String dir = folder(fields, "dir");
          yield Json.object(out -> out.writeStringProperty("dir", dir));
        }
      };
    } catch (WrongShape wrong) {
      throw new PluginFailure(
          new Failure(FailureCode.INVALID_INPUT, plugin, wrong.getMessage()), wrong);
    }
  }

  private DiagnosticsRequest diagnostics(Fields fields) throws WrongShape {
    String task = fields.text("task_name");
    if (!manifest.parses(task)) {
      // A parser of the host's must not become a call, even if the plugin has one too (2.5).
      throw fields.wrong("task_name", "a task whose diagnostics the plugin parses itself");
    }
    return new DiagnosticsRequest(
        task,
        fields.text("stdout"),
        fields.text("stderr"),
        fields.signed("exit_status"),
        Path.of(folder(fields, "dish_dir")),
        Path.of(folder(fields, "workspace_root")));
  }

  private static String folder(Fields fields, String name) throws WrongShape {
    try {
      return Path.of(fields.text(name)).toAbsolutePath().normalize().toString();
    } catch (InvalidPathException e) {
      throw fields.wrong(name, "the path of a folder");
    }
  }
}
