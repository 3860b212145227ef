package io.polyplug.conformance.proof.hostile;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.mcp.protocol.McpMethods;
import io.polyplug.own.protocol.OwnProtocol;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Ndjson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * How a good plugin of each contract speaks, as data. Words are put into texts without format
 * strings: the program is started hundreds of times, and most of a start would be theirs.
 */
@SuppressWarnings("ImmutableEnumChecker") // What is given to the constants never changes.
public enum Tongue {
  RUNE(
      new Manners("type", "request_id", RuneProtocol.FRAMING, RuneProtocol.MAX_LINE),
      Map.of("handshake", Moment.HANDSHAKE, "request", Moment.CALL),
      new Phrases(
          """
          {"type":"handshake","manifest":{"plugin_id":"NAME","plugin_version":"1.0.0",\
          "protocol_version":"VERSION","exposed_tools":["ask"],"capabilities":[]}}\
          """,
          RuneProtocol.VERSION,
          "rterm.plugin.v9",
          "{\"said\":\"SAID\"}")) {
    @Override
    String introduction(String id, String word, String name, boolean otherVersion) {
      return introduction(name, otherVersion);
    }

    @Override
    String reply(String id, String result) {
      return join(
          "{\"type\":\"response\",\"request_id\":",
          id,
          ",\"status\":\"ok\",\"output\":",
          result,
          "}");
    }
  },
  BOWIRE(
      Manners.rpc(BowireProtocol.framing(), BowireProtocol.MAX_INBOUND),
      Map.of(
          BowireProtocol.INITIALIZE,
          Moment.HANDSHAKE,
          BowireProtocol.INVOKE,
          Moment.CALL,
          BowireProtocol.INVOKE_STREAM,
          Moment.STREAM,
          BowireProtocol.SHUTDOWN,
          Moment.END),
      new Phrases(
          """
          {"id":"NAME","name":"Proof","iconSvg":"","settings":[],"protocolVersion":VERSION,\
          "capabilities":{"discover":true,"invoke":true,"invokeStream":true,"channels":false}}\
          """,
          "1",
          "99",
          "{\"response\":\"SAID\",\"status\":\"OK\"}")),
  AINB(
      Manners.rpc(AinbProtocol.framing(), AinbProtocol.MAX_BODY),
      Map.of(
          AinbProtocol.INIT,
          Moment.HANDSHAKE,
          AinbProtocol.CLI_DISPATCH,
          Moment.CALL,
          AinbProtocol.SHUTDOWN,
          Moment.END),
      new Phrases(
              "{\"name\":\"NAME\",\"version\":\"1.0.0\",\"abi_version\":VERSION}",
              "2",
              "99",
              "{\"stdout\":\"SAID\",\"stderr\":\"\",\"exit_code\":0}")
          .noting(
              "host/log",
              """
              {"level":"info","target":"proof","message":"still here","fields":{}}\
              """)) {
    @Override
    String result(String said) {
      return super.result(base64(said));
    }
  },
  BENTO(
      Manners.rpc(BentoProtocol.framing(), 64 << 20),
      Map.of(
          BentoProtocol.INITIALIZE,
          Moment.HANDSHAKE,
          BentoProtocol.DETECT,
          Moment.CALL,
          BentoProtocol.SHUTDOWN,
          Moment.END),
      new Phrases(
              """
              {"protocol_version":VERSION,"adapter_id":"NAME","display_name":"Proof",\
              "fingerprint_files":[],"default_tasks":[],"capabilities":{"detect":true}}\
              """,
              "1",
              "99",
              "{\"matches\":true,\"said\":\"SAID\"}")
          .noting("notifications/log", "{\"level\":\"info\",\"message\":\"still here\"}")),
  MCP(
      Manners.rpc(McpDialect.LINES, McpDialect.MAX_MESSAGE),
      Map.of(
          McpMethods.DISCOVER,
          Moment.HANDSHAKE,
          McpMethods.INITIALIZE,
          Moment.HANDSHAKE,
          McpMethods.TOOLS_CALL,
          Moment.CALL),
      new Phrases(
              """
              {"protocolVersion":"VERSION","capabilities":{"tools":{}},\
              "serverInfo":{"name":"NAME","version":"1.0.0"}}\
              """,
              "2025-06-18",
              "1999-01-01",
              "{\"content\":[{\"type\":\"text\",\"text\":\"SAID\"}]}")
          .noting("notifications/message", "{\"level\":\"info\",\"data\":\"still here\"}")) {
    @Override
    String introduction(String id, String word, String name, boolean otherVersion) {
      return word.equals(McpMethods.DISCOVER)
          ? join(
              "{\"jsonrpc\":\"2.0\",\"id\":",
              id,
              ",\"error\":{\"code\":-32601,\"message\":\"no\"}}")
          : super.introduction(id, word, name, otherVersion);
    }
  },
  OWN(
      Manners.rpc(Ndjson.STANDARD, 16 << 20),
      Map.of(
          OwnProtocol.INITIALIZE,
          Moment.HANDSHAKE,
          "ask",
          Moment.CALL,
          OwnProtocol.SHUTDOWN,
          Moment.END),
      new Phrases(
          """
          {"contract":"proof.own","version":VERSION,"name":"NAME","plugin_version":"1.0.0",\
          "asks":[],"methods":["ask"]}\
          """,
          "1",
          "99",
          "\"SAID\""));

  /**
   * How its messages look.
   *
   * @param wordMember which member names a message
   * @param idMember which member is the id of a call
   * @param mostBytes most bytes of a message that a host takes
   */
  private record Manners(String wordMember, String idMember, Framing framing, int mostBytes) {
    static Manners rpc(Framing framing, int mostBytes) {
      return new Manners("method", "id", framing, mostBytes);
    }
  }

  /**
   * What it says; the words in capitals are to be replaced.
   *
   * @param introduction with {@code NAME} and {@code VERSION}
   * @param result with {@code SAID}
   * @param note a whole message that wants no answer
   */
  private record Phrases(
      String introduction, String version, String otherVersion, String result, String note) {
    Phrases(String introduction, String version, String otherVersion, String result) {
      this(
          introduction,
          version,
          otherVersion,
          result,
          note("proof/note", "{\"text\":\"still here\"}"));
    }

    Phrases noting(String method, String params) {
      return new Phrases(introduction, version, otherVersion, result, note(method, params));
    }

    private static String note(String method, String params) {
      return join("{\"jsonrpc\":\"2.0\",\"method\":\"", method, "\",\"params\":", params, "}");
    }
  }

  private final Manners manners;
  private final Map<String, Moment> moments;
  private final Phrases phrases;

  Tongue(Manners manners, Map<String, Moment> moments, Phrases phrases) {
    this.manners = manners;
    this.moments = moments;
    this.phrases = phrases;
  }

  Framing framing() {
    return manners.framing();
  }

  /** Most bytes of a message that a host takes. */
  int mostBytes() {
    return manners.mostBytes();
  }

  /** What a message of this name is about. */
  Moment moment(String word) {
    return moments.getOrDefault(word, Moment.OTHER);
  }

  /** The whole answer to the handshake. */
  String introduction(String id, String word, String name, boolean otherVersion) {
    return reply(id, introduction(name, otherVersion));
  }

  /** Who it is. */
  final String introduction(String name, boolean otherVersion) {
    return phrases
        .introduction()
        .replace("NAME", name)
        .replace("VERSION", otherVersion ? phrases.otherVersion() : phrases.version());
  }

  /** A result that says this; it has nothing to escape. */
  String result(String said) {
    return phrases.result().replace("SAID", said);
  }

  /** The whole answer to a call. */
  String reply(String id, String result) {
    return join("{\"jsonrpc\":\"2.0\",\"id\":", id, ",\"result\":", result, "}");
  }

  /** A message that wants no answer. */
  String note() {
    return phrases.note();
  }

  /** Which member names the message. */
  String wordMember() {
    return manners.wordMember();
  }

  /** Which member is the id of a call. */
  String idMember() {
    return manners.idMember();
  }

  /** Whether messages are lines. */
  boolean lines() {
    return this != AINB && this != BENTO;
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static String join(String... parts) {
    StringBuilder all = new StringBuilder();
    for (String part : parts) {
      all.append(part);
    }
    return all.toString();
  }
}
