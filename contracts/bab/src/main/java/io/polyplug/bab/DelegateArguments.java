package io.polyplug.bab;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of {@code delegate} (section 15); unknown ones are ignored.
 *
 * @param plugin the id of the plugin, if one is named
 */
record DelegateArguments(Optional<String> plugin, DelegateRequest request) {
  /** Of the whole tool. */
  static final Json SCHEMA =
      Json.parse(
              """
          {"type":"object","required":["prompt","role"],"properties":{
          "prompt":{"type":"string","minLength":1,\
          "description":"What the plugin's program is to do."},
          "cli_name":{"type":"string",\
          "description":"The id of the plugin; needed unless exactly one is available."},
          "role":{"type":"string","default":"default",\
          "description":"A role of the plugin, or default, planner, codereviewer or coding."},
          "working_directory":{"type":"string",\
          "description":"Where the program runs: below the project root, home, or tmp."}}}""")
          .compact();

  /** Of one role, whose plugin and name are known. */
  static final Json ROLE_SCHEMA =
      Json.parse(
              """
          {"type":"object","required":["prompt"],"properties":{
          "prompt":{"type":"string","minLength":1,\
          "description":"What the plugin's program is to do."},
          "working_directory":{"type":"string",\
          "description":"Where the program runs: below the project root, home, or tmp."}}}""")
          .compact();

  static DelegateArguments read(Json arguments) throws DelegateFailure {
    Map<String, String> problems = new LinkedHashMap<>();
    if (arguments.kind() != Json.Kind.OBJECT) {
      problems.put("", "expected an object");
      throw wrong(problems);
    }
    Map<String, Json> members = JsonParts.members(arguments);
    if (!members.containsKey("prompt")) {
      problems.put("prompt", "required");
    }
    Optional<String> prompt = text(members, "prompt", problems);
    if (prompt.isPresent() && prompt.get().isEmpty()) {
      problems.put("prompt", "must not be empty");
    }
    Optional<String> plugin = text(members, "cli_name", problems);
    Optional<String> role = text(members, "role", problems);
    Optional<String> folder = text(members, "working_directory", problems);
    if (!problems.isEmpty()) {
      throw wrong(problems);
    }
    return new DelegateArguments(
        plugin,
        new DelegateRequest(
            prompt.orElse(""),
            role.orElse(DelegateRequest.DEFAULT_ROLE),
            folder,
            Optional.empty()));
  }

  private static Optional<String> text(
      Map<String, Json> members, String name, Map<String, String> problems) {
    @Nullable Json value = members.get(name);
    if (value == null) {
      return Optional.empty();
    }
    @Nullable String text = value.stringValue();
    if (text == null) {
      problems.put(name, "expected a string");
    }
    return Optional.ofNullable(text);
  }

  private static DelegateFailure wrong(Map<String, String> problems) {
    return new DelegateFailure(
        DelegateError.VALIDATION,
        "Invalid tool arguments",
        Json.object(out -> problems.forEach(out::writeStringProperty)));
  }
}
