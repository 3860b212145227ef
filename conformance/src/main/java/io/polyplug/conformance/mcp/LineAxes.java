package io.polyplug.conformance.mcp;

import io.polyplug.conformance.Marked;
import io.polyplug.conformance.Members;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.LinePurity;
import io.polyplug.conformance.rpc.More;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.conformance.rpc.RpcTalk;
import io.polyplug.conformance.rpc.Texts;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.process.ExitStatus;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Id;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Messages, lines, and the end of them. */
final class LineAxes {
  private static final int MEBIBYTE = 1 << 20;
  private static final int TERM = 15;

  /** What hosts wait before the signal, unless they are told otherwise. */
  private static final Duration GRACE = Duration.ofSeconds(3);

  private static final String UNKNOWN = "conformance/unknown";

  private LineAxes() {}

  static Verdict unknownMethod(Stage stage) {
    ServerTalk.begin(stage).call(UNKNOWN, Map.of()).expectError(ErrorObject.METHOD_NOT_FOUND);
    return Verdict.passed();
  }

  static Verdict invalidJson(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    talk.conversation().sendRaw("this is no message\n".getBytes(StandardCharsets.UTF_8));
    talk.ping().orFail();
    Optional<Reply> told = talk.rpc().nobodys().stream().findFirst();
    if (told.isPresent()) {
      told.get().expectError(ErrorObject.PARSE_ERROR);
    }
    return new Verdict.Passed(
        told.isPresent() ? "" : "it passed over a line that is no message without a word");
  }

  static Verdict stringIds(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    Id id = Id.of("conformance-1");
    talk.rpc()
        .ask(id, talk.isModern() ? McpMethods.DISCOVER : McpMethods.PING, talk.params(Map.of()));
    talk.rpc().reply(id).orFail();
    return Verdict.passed();
  }

  static Verdict framing(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage, LinePurity.framing(McpDialect.MAX_MESSAGE));
    talk.ping();
    talk.call(UNKNOWN, Map.of());
    if (talk.has("tools")) {
      Optional<Members> tool =
          Listed.all(talk, McpMethods.TOOLS_LIST, "tools").stream().findFirst();
      if (tool.isPresent()) {
        String name = tool.get().words("name");
        ToolAxes.answer(
            talk, talk.rpc().ask(McpMethods.TOOLS_CALL, talk.params(ToolAxes.params(name))), name);
      }
    }
    talk.rpc().leave(GRACE);
    return LinePurity.judge(talk.rpc());
  }

  static Verdict unicode(Stage stage) {
    return repeated(stage, Marked.UNICODE);
  }

  static Verdict bigMessage(Stage stage) {
    return repeated(stage, Marked.ofLength(MEBIBYTE));
  }

  /** Gives the text to its first tool, wherever that takes a text; else where nobody reads it. */
  private static Verdict repeated(Stage stage, String text) {
    ServerTalk talk = ServerTalk.begin(stage);
    Optional<Members> tool =
        talk.has("tools")
            ? Listed.all(talk, McpMethods.TOOLS_LIST, "tools").stream().findFirst()
            : Optional.empty();
    Reply reply;
    if (tool.isPresent()) {
      String name = tool.get().words("name");
      Id id =
          talk.rpc()
              .ask(
                  McpMethods.TOOLS_CALL,
                  talk.params(
                      Map.of("name", Json.string(name), "arguments", filled(tool.get(), text))));
      reply = ToolAxes.answer(talk, id, name);
    } else {
      reply = talk.call(UNKNOWN, Map.of("text", Json.string(text)));
    }
    String answer = reply.isError() ? reply.message() : Texts.in(reply.result());
    boolean back = Marked.isKept(text, answer);
    talk.ping().orFail();
    return new Verdict.Passed(
        back ? "" : "it took the text but does not repeat it, so only that was seen");
  }

  private static Json filled(Members tool, String text) {
    Map<String, Json> arguments = new LinkedHashMap<>();
    tool.object("inputSchema")
        .flatMap(it -> it.object("properties"))
        .ifPresent(
            properties ->
                properties
                    .all()
                    .forEach(
                        (name, schema) -> {
                          if (schema.kind() == Json.Kind.OBJECT
                              && Members.of(name, schema)
                                  .value("type")
                                  .filter(it -> "string".equals(it.stringValue()))
                                  .isPresent()) {
                            arguments.put(name, Json.string(text));
                          }
                        }));
    if (arguments.isEmpty()) {
      arguments.put("text", Json.string(text));
    }
    return ServerTalk.object(arguments);
  }

  static Verdict members(Stage stage) {
    ServerTalk plain = ServerTalk.begin(stage);
    RpcTalk rpc = ServerTalk.start(stage, McpDialect.LINES);
    if (plain.isModern()) {
      ask(rpc, McpMethods.DISCOVER, plain.params(Map.of())).orFail();
    } else {
      ask(rpc, McpMethods.INITIALIZE, ServerTalk.greeting(McpVersions.LEGACY)).orFail();
      rpc.notify(McpMethods.INITIALIZED, More.members(Json.EMPTY_OBJECT));
      ask(rpc, McpMethods.PING, Json.EMPTY_OBJECT).orFail();
    }
    if (plain.has("tools")) {
      ask(rpc, McpMethods.TOOLS_LIST, plain.params(Map.of())).orFail();
    }
    return Verdict.passed();
  }

  private static Reply ask(RpcTalk rpc, String method, Json params) {
    Id id = rpc.nextId();
    rpc.talk().send(rpc.asking(id, method, More.members(params)));
    return rpc.reply(id);
  }

  static Verdict shutdown(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    talk.ping().orFail();
    Optional<ExitStatus> exit = talk.rpc().leave(GRACE);
    if (exit.isPresent()) {
      return new Verdict.Passed(exit.get().isSuccess() ? "" : "it " + exit.get().sentence());
    }
    talk.conversation().signal(TERM);
    if (talk.conversation().awaitExit(GRACE).isEmpty()) {
      throw new Violation(
          "it leaves neither within %1$d ms of the end of its input nor within %1$d ms of a TERM"
              .formatted(GRACE.toMillis()));
    }
    return new Verdict.Passed("it leaves at a TERM, but not at the end of its input");
  }
}
