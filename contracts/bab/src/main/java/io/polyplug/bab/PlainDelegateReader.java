package io.polyplug.bab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the key {@code delegate}. Unlike the rest it is ours, so an unknown key is a problem. */
final class PlainDelegateReader {
  private static final Set<String> KEYS =
      Set.of("args", "stdin", "answer", "metadata", "timeout_ms", "success_exit_codes");
  private static final AnswerRule TEXT = new AnswerRule.WholeText();

  private final ManifestFields fields;
  private final ManifestProblems problems;
  private final List<ManifestRole> roles;

  PlainDelegateReader(ManifestFields fields, ManifestProblems problems, List<ManifestRole> roles) {
    this.fields = fields;
    this.problems = problems;
    this.roles = roles;
  }

  PlainDelegate read() {
    for (String key : fields.values().keySet()) {
      if (!KEYS.contains(key)) {
        problems.add(
            fields.path(key), "unknown; expected one of " + String.join(", ", new TreeSet<>(KEYS)));
      }
    }
    List<Template> args = args();
    Optional<Template> stdin =
        fields.text("stdin").flatMap(text -> template(fields.path("stdin"), text, false));
    AnswerRule answer = answer();
    return new PlainDelegate(
        args,
        stdin,
        answer,
        metadata(answer),
        fields.whole("timeout_ms", 1, Integer.MAX_VALUE).map(Duration::ofMillis),
        exitCodes());
  }

  private List<Template> args() {
    List<Template> args = new ArrayList<>();
    if (!fields.has("args")) {
      problems.add(fields.path("args"), "missing; expected a list, such as [\"{prompt}\"]");
    }
    List<YamlValue> items = fields.list("args").orElse(List.of());
    for (int i = 0; i < items.size(); i++) {
      String path = fields.path("args[" + i + "]");
      if (items.get(i) instanceof YamlValue.Text(String text)) {
        template(path, text, true).ifPresent(args::add);
      } else {
        problems.add(path, "expected a string, found " + items.get(i).kind());
      }
    }
    return args;
  }

  private Optional<Template> template(String path, String text, boolean argument) {
    try {
      Template template = Template.parse(text);
      if (template.hasFlags() && !(argument && template.isFlags())) {
        problems.add(path, "{flags} stands for several arguments, so it must be one of args alone");
      }
      template.parts().forEach(part -> checkArgument(path, part));
      return Optional.of(template);
    } catch (Template.Malformed e) {
      problems.add(path, e.getMessage());
      return Optional.empty();
    }
  }

  /** An argument that no role has is a misspelt one. */
  private void checkArgument(String path, Template.Part part) {
    if (part instanceof Template.Part.Argument(String name)
        && roles.stream()
            .noneMatch(
                role -> role instanceof ManifestRole.Described it && it.args().containsKey(name))) {
      problems.add(path, "no role has an argument \"" + ManifestProblems.shown(name) + '"');
    }
  }

  private AnswerRule answer() {
    @Nullable YamlValue value = fields.values().get("answer");
    if (value == null || (value instanceof YamlValue.Text(String word) && word.equals("text"))) {
      return TEXT;
    }
    if (value instanceof YamlValue.Fields(Map<String, YamlValue> map) && map.size() == 1) {
      ManifestFields rule = fields.map("answer").orElseThrow();
      if (rule.has("json")) {
        return rule.text("json")
            .flatMap(text -> pointer(rule.path("json"), text))
            .<AnswerRule>map(AnswerRule.InJson::new)
            .orElse(TEXT);
      }
      if (rule.has("jsonl")) {
        return rule.text("jsonl")
            .flatMap(text -> pointer(rule.path("jsonl"), text))
            .<AnswerRule>map(AnswerRule.InLines::new)
            .orElse(TEXT);
      }
    }
    problems.add(
        fields.path("answer"),
        "expected text, { json: \"/pointer\" } or { jsonl: \"/pointer\" }, found " + value.kind());
    return TEXT;
  }

  private Optional<JsonPointer> pointer(String path, String text) {
    Optional<JsonPointer> pointer = JsonPointer.of(text);
    if (pointer.isEmpty()) {
      problems.add(
          path,
          "expected a JSON pointer such as \"/message\", found \""
              + ManifestProblems.shown(text)
              + '"');
    }
    return pointer;
  }

  private Map<String, JsonPointer> metadata(AnswerRule answer) {
    Map<String, JsonPointer> metadata = new LinkedHashMap<>();
    Optional<ManifestFields> map = fields.map("metadata");
    if (map.isPresent() && answer instanceof AnswerRule.WholeText && !answerIsWrong()) {
      problems.add(fields.path("metadata"), "needs an answer of json or jsonl to look into");
    }
    map.ifPresent(
        it -> {
          for (String name : it.values().keySet()) {
            it.text(name)
                .flatMap(text -> pointer(it.path(name), text))
                .ifPresent(place -> metadata.put(name, place));
          }
        });
    return metadata;
  }

  private boolean answerIsWrong() {
    return problems.has(fields.path("answer"))
        || problems.has(fields.path("answer.json"))
        || problems.has(fields.path("answer.jsonl"));
  }

  private Set<Integer> exitCodes() {
    Optional<List<YamlValue>> items = fields.list("success_exit_codes");
    if (items.isEmpty()) {
      return Set.of(0);
    }
    Set<Integer> codes = new TreeSet<>();
    for (int i = 0; i < items.get().size(); i++) {
      String path = fields.path("success_exit_codes[" + i + "]");
      fields.whole(path, items.get().get(i), 0, 255).map(Math::toIntExact).ifPresent(codes::add);
    }
    if (items.get().isEmpty()) {
      problems.add(fields.path("success_exit_codes"), "expected at least one code");
    }
    return codes;
  }
}
