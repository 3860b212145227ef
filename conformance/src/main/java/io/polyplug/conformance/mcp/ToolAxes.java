package io.polyplug.conformance.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Members;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.Note;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.protocol.MetaKeys;
import io.polyplug.wire.Id;
import io.polyplug.wire.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tools: what is listed and what becomes of calls. */
final class ToolAxes {
  /** A tool may take its time; the test does not wait for ever. */
  private static final Duration CALL = Duration.ofSeconds(30);

  private static final Json TOKEN = Json.string("conformance-token");

  private ToolAxes() {}

  static Verdict list(Stage stage) {
    List<Members> tools = tools(ServerTalk.begin(stage));
    Listed.unique(tools, "name");
    for (Members tool : tools) {
      String name = UntrustedText.excerpt(tool.words("name"), 80);
      tool.text("description");
      Members schema =
          tool.object("inputSchema")
              .orElseThrow(() -> new Violation("the tool " + name + " has no \"inputSchema\""));
      if (!schema.words("type").equals("object")) {
        throw new Violation(
            "the inputSchema of the tool %s has not the type \"object\"".formatted(name));
      }
      schema.object("properties");
    }
    return new Verdict.Passed(tools.isEmpty() ? "it has no tools" : "");
  }

  static List<Members> tools(ServerTalk talk) {
    talk.require("tools");
    return Listed.all(talk, McpMethods.TOOLS_LIST, "tools");
  }

  static Members first(ServerTalk talk) {
    return tools(talk).stream()
        .findFirst()
        .orElseThrow(() -> new NotConcerned("its list of tools is empty"));
  }

  private static Id ask(ServerTalk talk, Map<String, Json> params) {
    return talk.rpc().ask(McpMethods.TOOLS_CALL, talk.params(params));
  }

  /** Waits; skips the axis if the tool is still at work. */
  static Reply answer(ServerTalk talk, Id id, String tool) {
    return talk.rpc()
        .replyWithin(id, CALL)
        .orElseThrow(
            () ->
                new NotConcerned(
                    "its tool %s had not answered after %d seconds"
                        .formatted(UntrustedText.excerpt(tool, 80), CALL.toSeconds())));
  }

  static Verdict call(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    String tool = first(talk).words("name");
    Reply reply = answer(talk, ask(talk, params(tool)), tool);
    String name = UntrustedText.excerpt(tool, 80);
    if (reply.isError()) {
      return new Verdict.Passed(name + " answered {} with " + reply.errorText());
    }
    boolean failed = judged(reply);
    return new Verdict.Passed(failed ? name + " answered {} with isError" : "");
  }

  static Map<String, Json> params(String tool) {
    return Map.of("name", Json.string(tool), "arguments", Json.EMPTY_OBJECT);
  }

  /** Fails the axis if it is no result of a tool; whether it says that the tool failed. */
  private static boolean judged(Reply reply) {
    Members result = Members.of("the result of tools/call", reply.objectOrFail());
    if (result.text("resultType").orElse("complete").equals("input_required")) {
      return false;
    }
    if (!result.has("content") && !result.has("structuredContent")) {
      throw new Violation("the result of tools/call has no \"content\"");
    }
    for (Json each : result.elements("content")) {
      Members item = Members.of("an item of the content", each);
      if (item.words("type").equals("text") && item.text("text").isEmpty()) {
        throw new Violation("an item of the content has the type text, but no \"text\"");
      }
    }
    result.object("structuredContent");
    return result.flag("isError").orElse(false);
  }

  static Verdict unknown(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    talk.require("tools");
    Reply reply = talk.call(McpMethods.TOOLS_CALL, params("conformance-unknown"));
    if (!reply.isError() && !judged(reply)) {
      throw new Violation(
          "the call of a tool that it has not succeeded, expected an error or isError");
    }
    return Verdict.passed();
  }

  static Verdict progress(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    String tool = first(talk).words("name");
    answer(talk, ask(talk, params(tool)), tool);
    if (talk.rpc().notes().stream().anyMatch(it -> it.method().equals(McpMethods.PROGRESS))) {
      throw new Violation("it told the progress of a call that did not ask for it");
    }
    Json meta = ServerTalk.object(Map.of(MetaKeys.PROGRESS_TOKEN, TOKEN));
    answer(
        talk,
        ask(
            talk,
            Map.of("name", Json.string(tool), "arguments", Json.EMPTY_OBJECT, MetaKeys.META, meta)),
        tool);
    List<BigDecimal> seen = new ArrayList<>();
    for (Note note : talk.rpc().notes()) {
      if (note.method().equals(McpMethods.PROGRESS)) {
        Members params = Members.of("the params of " + note.method(), note.params());
        if (!params.value(MetaKeys.PROGRESS_TOKEN).orElse(Json.NULL).equals(TOKEN)) {
          throw new Violation("it told progress with another token than that of the call");
        }
        seen.add(
            params
                .number("progress")
                .orElseThrow(() -> new Violation(note.method() + " has no \"progress\"")));
      }
    }
    for (int i = 1; i < seen.size(); i++) {
      if (seen.get(i).compareTo(seen.get(i - 1)) <= 0) {
        throw new Violation(
            "its progress went from %s to %s, expected it to grow"
                .formatted(seen.get(i - 1), seen.get(i)));
      }
    }
    if (seen.isEmpty()) {
      throw new NotConcerned(
          "its tool %s told no progress".formatted(UntrustedText.excerpt(tool, 80)));
    }
    return Verdict.passed();
  }

  static Verdict cancellation(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    String tool = first(talk).words("name");
    Id id = ask(talk, params(tool));
    talk.rpc().notify(McpMethods.CANCELLED, cancelled(id.toJson()));
    talk.rpc().notify(McpMethods.CANCELLED, cancelled(Json.string("conformance-nobody")));
    talk.ping().orFail();
    if (!talk.rpc().strays().isEmpty()) {
      throw new Violation(talk.rpc().strays().getFirst());
    }
    if (!talk.rpc().nobodys().isEmpty()) {
      throw new Violation("it answered " + McpMethods.CANCELLED + ", which is a notification");
    }
    return new Verdict.Passed(
        talk.rpc().hasReply(id) ? "the call was answered before it could be cancelled" : "");
  }

  private static Json cancelled(Json id) {
    return ServerTalk.object(Map.of("requestId", id, "reason", Json.string("conformance")));
  }
}
