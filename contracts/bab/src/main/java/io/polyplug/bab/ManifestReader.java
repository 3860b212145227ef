package io.polyplug.bab;

import io.polyplug.bab.BabManifest.Capabilities;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Applies the rules of section 4 to a document, and tells all that is wrong with it at once. */
final class ManifestReader {
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9_-]*");
  private static final Pattern VERSION =
      Pattern.compile("\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?");
  private static final Set<String> OUTPUT_FORMATS = Set.of("text", "json", "jsonl");

  private final YamlValue root;
  private final ManifestProblems problems = new ManifestProblems();

  ManifestReader(YamlValue root) {
    this.root = root;
  }

  BabManifest read() throws InvalidManifest {
    if (!(root instanceof YamlValue.Fields(Map<String, YamlValue> fields))) {
      throw InvalidManifest.of("", "expected a map, found " + root.kind());
    }
    ManifestFields top = new ManifestFields("", fields, problems);
    String id =
        top.matching(
            "id", ID, "lower-case letters, digits, '-' and '_', with a letter or digit first");
    String name = top.requiredText("name");
    String version = top.matching("version", VERSION, "a version such as \"1.0.0\"");
    String command = top.requiredText("command");
    List<ManifestRole> roles = roles(top);
    Map<String, String> toolPrompts = toolPrompts(top);
    Capabilities capabilities = capabilities(top);
    long apiVersion = top.whole("delegate_api_version", 1, Long.MAX_VALUE).orElse(1L);
    Optional<PlainDelegate> delegate =
        top.map("delegate").map(map -> new PlainDelegateReader(map, problems, roles).read());
    problems.throwIfAny();
    return new BabManifest(
        id, name, version, command, roles, toolPrompts, capabilities, apiVersion, delegate);
  }

  private List<ManifestRole> roles(ManifestFields top) {
    List<ManifestRole> roles = new ArrayList<>();
    if (!top.has("roles")) {
      problems.add("roles", "missing; list at least one, such as default");
      return roles;
    }
    List<YamlValue> items = top.list("roles").orElse(List.of());
    if (items.isEmpty() && !problems.has("roles")) {
      problems.add("roles", "expected at least one role");
    }
    for (int i = 0; i < items.size(); i++) {
      role("roles[" + i + "]", items.get(i)).ifPresent(roles::add);
    }
    return roles;
  }

  private Optional<ManifestRole> role(String path, YamlValue value) {
    return switch (value) {
      case YamlValue.Text(String text) -> {
        Optional<BuiltInRole> builtIn = BuiltInRole.of(text);
        if (builtIn.isEmpty()) {
          problems.add(
              path,
              "expected one of "
                  + BuiltInRole.names()
                  + " or a role with a name, found \""
                  + ManifestProblems.shown(text)
                  + '"');
        }
        yield builtIn.map(ManifestRole.BuiltIn::new);
      }
      case YamlValue.Fields(Map<String, YamlValue> fields) ->
          Optional.of(described(new ManifestFields(path, fields, problems)));
      case YamlValue.Numeric _, YamlValue.Flag _, YamlValue.Nothing _, YamlValue.Items _ -> {
        problems.add(path, "expected the name of a role or a map, found " + value.kind());
        yield Optional.empty();
      }
    };
  }

  private ManifestRole described(ManifestFields fields) {
    String name = fields.requiredText("name");
    Optional<BuiltInRole> inherits =
        fields
            .text("inherits")
            .flatMap(
                text -> {
                  Optional<BuiltInRole> role = BuiltInRole.of(text);
                  if (role.isEmpty()) {
                    problems.add(
                        fields.path("inherits"),
                        "expected one of "
                            + BuiltInRole.names()
                            + ", found \""
                            + ManifestProblems.shown(text)
                            + '"');
                  }
                  return role;
                });
    return new ManifestRole.Described(
        name, fields.filledText("description"), inherits, fields.text("prompt_file"), args(fields));
  }

  private Map<String, Json> args(ManifestFields role) {
    Map<String, Json> args = new LinkedHashMap<>();
    role.map("args")
        .ifPresent(
            map ->
                map.values()
                    .forEach(
                        (key, value) -> {
                          switch (value) {
                            case YamlValue.Text(String text) -> args.put(key, Json.string(text));
                            case YamlValue.Numeric(Json number) -> args.put(key, number);
                            case YamlValue.Flag(boolean flag) ->
                                args.put(key, Json.parse(String.valueOf(flag)));
                            case YamlValue.Nothing _, YamlValue.Items _, YamlValue.Fields _ ->
                                problems.add(
                                    map.path(key),
                                    "expected a string, a number, true or false, found "
                                        + value.kind());
                          }
                        }));
    return args;
  }

  private Map<String, String> toolPrompts(ManifestFields top) {
    Map<String, String> prompts = new LinkedHashMap<>();
    top.map("tool_prompts")
        .ifPresent(
            map -> {
              for (String key : map.values().keySet()) {
                if (key.isEmpty()) {
                  problems.add(map.path(key), "a key must not be empty");
                }
                map.filledText(key).ifPresent(file -> prompts.put(key, file));
              }
            });
    return prompts;
  }

  private Capabilities capabilities(ManifestFields top) {
    ManifestFields map =
        top.map("capabilities")
            .orElseGet(() -> new ManifestFields("capabilities", Map.of(), problems));
    String format = map.text("output_format").orElse("text");
    if (!OUTPUT_FORMATS.contains(format)) {
      problems.add(
          map.path("output_format"),
          "expected text, json or jsonl, found \"" + ManifestProblems.shown(format) + '"');
    }
    return new Capabilities(
        map.flag("supports_cancellation").orElse(false),
        map.flag("supports_images").orElse(false),
        map.flag("supports_streaming").orElse(false),
        map.flag("supports_working_directory").orElse(true),
        format);
  }
}
