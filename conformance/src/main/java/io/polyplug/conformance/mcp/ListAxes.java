package io.polyplug.conformance.mcp;

import io.polyplug.conformance.Members;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Resources and prompts, of servers that declare them. */
final class ListAxes {
  private static final String UNKNOWN = "conformance://unknown";

  private ListAxes() {}

  static Verdict resources(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    talk.require("resources");
    List<String> notes = new ArrayList<>();
    List<Members> entries = Listed.all(talk, McpMethods.RESOURCES_LIST, "resources");
    Listed.unique(entries, "uri");
    entries.forEach(it -> it.words("name"));
    if (!entries.isEmpty()) {
      Reply read = read(talk, entries.getFirst().words("uri"));
      if (read.isError()) {
        notes.add("its first resource cannot be read: " + read.errorText());
      } else {
        contents(read);
      }
    }
    Reply templates = talk.call(McpMethods.RESOURCES_TEMPLATES, Map.of());
    if (templates.isError() && templates.code() == ErrorObject.METHOD_NOT_FOUND) {
      notes.add("it has no list of templates");
    } else {
      Listed.all(talk, McpMethods.RESOURCES_TEMPLATES, "resourceTemplates")
          .forEach(it -> it.words("uriTemplate"));
    }
    if (!read(talk, UNKNOWN).isError()) {
      notes.add("it reads a resource that nobody has heard of");
    }
    return new Verdict.Passed(String.join("; ", notes));
  }

  private static Reply read(ServerTalk talk, String uri) {
    return talk.call(McpMethods.RESOURCES_READ, Map.of("uri", Json.string(uri)));
  }

  private static void contents(Reply read) {
    Members result = Members.of("the result of resources/read", read.objectOrFail());
    if (!result.has("contents")) {
      throw new Violation("the result of resources/read has no \"contents\"");
    }
    for (Json each : result.elements("contents")) {
      Members item = Members.of("an item of the contents", each);
      item.words("uri");
      if (item.text("text").isEmpty() && item.text("blob").isEmpty()) {
        throw new Violation("an item of the contents has neither \"text\" nor \"blob\"");
      }
    }
  }

  static Verdict prompts(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    talk.require("prompts");
    List<Members> entries = Listed.all(talk, McpMethods.PROMPTS_LIST, "prompts");
    Listed.unique(entries, "name");
    for (Members entry : entries) {
      for (Json argument : entry.elements("arguments")) {
        Members each = Members.of("an argument of a prompt", argument);
        each.words("name");
        each.flag("required");
      }
    }
    Reply unknown = talk.call(McpMethods.PROMPTS_GET, Map.of("name", Json.string(UNKNOWN)));
    if (!unknown.isError()) {
      throw new Violation("prompts/get of a prompt that it has not succeeded, expected an error");
    }
    return new Verdict.Passed(entries.isEmpty() ? "it has no prompts" : "");
  }
}
