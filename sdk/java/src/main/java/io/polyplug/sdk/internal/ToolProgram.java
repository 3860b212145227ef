package io.polyplug.sdk.internal;

import io.polyplug.sdk.ToolError;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One tool as a program of the command line: input on stdin, output on stdout. */
record ToolProgram(Declaration plugin, HostInput in, HostOutput out) {
  private static final int WRONG_USE = 2;

  int run(String name) throws IOException, InterruptedException {
    Tool.Callable tool = plugin.callable(name);
    if (tool == null) {
      out.errors().println(plugin.noSuchTool(name));
      return WRONG_USE;
    }
    String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    try (Running.Work work = new Running(out.errors()).begin()) {
      PlainCall call = new PlainCall("command line", work, Map.of(), "");
      Json output = tool.run(input(tool.schema(), text), call);
      String only = output.stringValue();
      out.text(only == null ? Lines.of(tool, output) : only + "\n");
      return 0;
    } catch (ToolError e) {
      out.errors().print(Lines.of(e));
      return 1;
    }
  }

  /** A JSON object is the input; any other text is the value of the member that wants one. */
  static Json input(Json schema, String text) {
    if (text.isBlank()) {
      return Json.EMPTY_OBJECT;
    }
    try {
      Json json = Json.parse(text);
      if (json.kind() == Json.Kind.OBJECT) {
        return json;
      }
    } catch (InvalidJson e) {
      // It is text.
    }
    String line = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    return Json.object(out -> out.writeStringProperty(textMember(schema), line));
  }

  /** The only member that must be a string; without exactly one such it is the prompt. */
  private static String textMember(Json schema) {
    @Nullable Json[] found = JsonParts.find(schema, "properties", "required");
    if (found[0] == null || found[1] == null) {
      return "prompt";
    }
    Map<String, Json> properties = JsonParts.members(found[0]);
    List<String> texts = new ArrayList<>();
    for (Json name : JsonParts.elements(found[1])) {
      Json member = properties.get(String.valueOf(name.stringValue()));
      Json type = member == null ? null : JsonParts.find(member, "type")[0];
      if (type != null && "string".equals(type.stringValue())) {
        texts.add(String.valueOf(name.stringValue()));
      }
    }
    return texts.size() == 1 ? texts.getFirst() : "prompt";
  }
}
