package io.polyplug.conformance.mcp;

import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Members;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.conformance.rpc.RpcTalk;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.protocol.McpErrors;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.wire.Id;
import io.polyplug.wire.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a server and its client come to terms. */
final class GreetingAxes {
  private static final String NO_REVISION = "1999-01-01";
  private static final String FUTURE_REVISION = "2099-01-01";

  private GreetingAxes() {}

  static Verdict handshake(Stage stage) {
    Reply reply = initialize(stage, McpVersions.LEGACY);
    if (reply.isError() && discover(stage).isPresent()) {
      throw new NotConcerned("it speaks only revisions without a handshake");
    }
    Members told = Members.of("the result of initialize", reply.objectOrFail());
    told.words("protocolVersion");
    if (told.object("capabilities").isEmpty()) {
      throw new Violation("the result of initialize has no \"capabilities\"");
    }
    Members info =
        told.object("serverInfo")
            .orElseThrow(() -> new Violation("the result of initialize has no \"serverInfo\""));
    info.words("name");
    info.words("version");
    told.text("instructions");
    return Verdict.passed();
  }

  private static Reply initialize(Stage stage, String version) {
    RpcTalk rpc = ServerTalk.start(stage, McpDialect.LINES);
    Reply reply = rpc.call(McpMethods.INITIALIZE, ServerTalk.greeting(version), ServerTalk.START);
    rpc.talk().close();
    return reply;
  }

  static Verdict negotiation(Stage stage) {
    Map<String, String> settled = new HashMap<>();
    List<String> notes = new ArrayList<>();
    for (String asked : McpVersions.ALL_LEGACY) {
      Reply reply = initialize(stage, asked);
      if (reply.isError() && discover(stage).isPresent()) {
        throw new NotConcerned("it speaks only revisions without a handshake");
      }
      settled.put(asked, version(reply));
    }
    settled.forEach(
        (asked, given) -> {
          if (!given.equals(settled.getOrDefault(given, given))) {
            throw new Violation(
                "asked for %s it settles on %s, but asked for that on %s"
                    .formatted(asked, shown(given), shown(settled.getOrDefault(given, ""))));
          }
        });
    Reply odd = initialize(stage, NO_REVISION);
    if (odd.isError()) {
      notes.add("it refused a revision that there is not with " + odd.errorText());
    } else if (version(odd).equals(NO_REVISION)) {
      throw new Violation(
          "it says that it speaks %s, a revision that there is not".formatted(NO_REVISION));
    }
    return new Verdict.Passed(String.join("; ", notes));
  }

  private static String version(Reply reply) {
    return Members.of("the result of initialize", reply.objectOrFail()).words("protocolVersion");
  }

  private static String shown(String version) {
    return UntrustedText.excerpt(version, 40);
  }

  /** What it answers a modern client; empty if it is not modern. */
  private static Optional<RpcTalk> discover(Stage stage) {
    RpcTalk rpc = ServerTalk.start(stage, McpDialect.LINES);
    Id id = rpc.ask(McpMethods.DISCOVER, ServerTalk.modernParams(Map.of()));
    try {
      return rpc.reply(id, ServerTalk.PROBE).isError() ? Optional.empty() : Optional.of(rpc);
    } catch (Violation unanswered) {
      return Optional.empty();
    }
  }

  static Verdict modern(Stage stage) {
    RpcTalk rpc =
        discover(stage)
            .orElseThrow(
                () -> new NotConcerned("it does not answer server/discover, so it is not modern"));
    Members told = Members.of("the result of server/discover", rpc.reply(Id.of(1)).objectOrFail());
    List<String> versions =
        told.elements("supportedVersions").stream()
            .map(it -> String.valueOf(it.stringValue()))
            .toList();
    if (!versions.contains(McpVersions.MODERN)) {
      throw new Violation(
          "its supportedVersions lack %s, the one that it was asked in"
              .formatted(McpVersions.MODERN));
    }
    Members capabilities =
        told.object("capabilities")
            .orElseThrow(() -> new Violation("server/discover gave no \"capabilities\""));
    complete("server/discover", told);
    if (capabilities.has("tools")) {
      complete(
          McpMethods.TOOLS_LIST,
          Members.of(
              "the result of tools/list",
              rpc.call(McpMethods.TOOLS_LIST, ServerTalk.modernParams(Map.of())).objectOrFail()));
    }
    rpc.call(McpMethods.DISCOVER, ServerTalk.modernParams(Map.of(), FUTURE_REVISION))
        .expectError(McpErrors.UNSUPPORTED_VERSION);
    return Verdict.passed();
  }

  private static void complete(String what, Members result) {
    String type = result.words("resultType");
    if (!type.equals("complete")) {
      throw new Violation(
          "the resultType of %s is \"%s\", expected \"complete\"".formatted(what, shown(type)));
    }
  }

  static Verdict initialized(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    if (talk.isModern()) {
      throw new NotConcerned("it speaks only revisions without a handshake");
    }
    talk.ping().orFail();
    if (!talk.rpc().nobodys().isEmpty() || !talk.rpc().strays().isEmpty()) {
      throw new Violation("it answered " + McpMethods.INITIALIZED + ", which is a notification");
    }
    return Verdict.passed();
  }

  static Verdict ping(Stage stage) {
    ServerTalk talk = ServerTalk.begin(stage);
    if (talk.isModern()) {
      throw new NotConcerned("it speaks only revisions without ping");
    }
    Json result = talk.ping().objectOrFail();
    return new Verdict.Passed(
        Members.of("the result of ping", result).all().isEmpty()
            ? ""
            : "its answer to ping is not empty");
  }
}
