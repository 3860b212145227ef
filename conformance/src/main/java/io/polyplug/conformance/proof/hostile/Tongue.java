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
 * How a good plugin of each contract speaks. Texts are put together by hand and without format
 * strings: the program is started hundreds of times, and most of a start would be theirs.
 */
@SuppressWarnings("ImmutableEnumChecker") // What is given to the constants never changes.
public enum Tongue {
  RUNE(
      new Manners("type", "request_id", RuneProtocol.FRAMING, RuneProtocol.MAX_LINE),
      Map.of("handshake", Moment.HANDSHAKE, "request", Moment.CALL)) {
    @Override
    String introduction(String id, String word, String name, boolean otherVersion) {
      return join(
          "{\"type\":\"handshake\",\"manifest\":{\"plugin_id\":\"",
          name,
          "\",\"plugin_version\":\"1.0.0\",\"protocol_version\":\"",
          otherVersion ? "rterm.plugin.v9" : RuneProtocol.VERSION,
          "\",\"exposed_tools\":[\"ask\"],\"capabilities\":[]}}");
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

    @Override
    String result(String said) {
      return join("{\"said\":\"", said, "\"}");
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
          Moment.END)) {
    @Override
    String introduction(String id, String word, String name, boolean otherVersion) {
      return reply(
          id,
          join(
              "{\"id\":\"",
              name,
              "\",\"name\":\"Proof\",\"iconSvg\":\"\",\"settings\":[],\"protocolVersion\":",
              otherVersion ? "99" : "1",
              ",\"capabilities\":{\"discover\":true,\"invoke\":true,\"invokeStream\":true,"
                  + "\"channels\":false}}"));
    }

    @Override
    String result(String said) {
      return join("{\"response\":\"", said, "\",\"status\":\"OK\"}");
    }
  },
  AINB(
      Manners.rpc(AinbProtocol.framing(), AinbProtocol.MAX_BODY),
      Map.of(
          AinbProtocol.INIT,
          Moment.HANDSHAKE,
          AinbProtocol.CLI_DISPATCH,
          Moment.CALL,
          AinbProtocol.SHUTDOWN,
          Moment.END)) {
    @Override
    String introduction(String id, String word, String name, boolean otherVersion) {
      return reply(
          id,
          join(
              "{\"name\":\"",
              name,
              "\",\"version\":\"1.0.0\",\"abi_version\":",
              otherVersion ? "99" : "2",
              "}"));
    }

    @Override
    String result(String said) {
      return join("{\"stdout\":\"", base64(said), "\",\"stderr\":\"\",\"exit_code\":0}");
    }

    @Override
    String note() {
      return "{\"jsonrpc\":\"2.0\",\"method\":\"host/log\",\"params\":"
          + "{\"level\":\"info\",\"target\":\"proof\",\"message\":\"still here\",\"fields\":{}}}";
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
          Moment.END)) {
    @Override
    String introduction(String id, String word, String name, boolean otherVersion) {
      return reply(
          id,
          join(
              "{\"protocol_version\":",
              otherVersion ? "99" : "1",
              ",\"adapter_id\":\"",
              name,
              "\",\"display_name\":\"Proof\",\"fingerprint_files\":[],\"default_tasks\":[],"
                  + "\"capabilities\":{\"detect\":true}}"));
    }

    @Override
    String result(String said) {
      return join("{\"matches\":true,\"said\":\"", said, "\"}");
    }

    @Override
    String note() {
      return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/log\",\"params\":"
          + "{\"level\":\"info\",\"message\":\"still here\"}}";
    }
  },
  MCP(
      Manners.rpc(McpDialect.LINES, McpDialect.MAX_MESSAGE),
      Map.of(
          McpMethods.DISCOVER,
          Moment.HANDSHAKE,
          McpMethods.INITIALIZE,
          Moment.HANDSHAKE,
          McpMethods.TOOLS_CALL,
          Moment.CALL)) {
    @Override
    String introduction(String id, String word, String name, boolean otherVersion) {
      if (word.equals(McpMethods.DISCOVER)) {
        return join(
            "{\"jsonrpc\":\"2.0\",\"id\":", id, ",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
      }
      return reply(
          id,
          join(
              "{\"protocolVersion\":\"",
              otherVersion ? "1999-01-01" : "2025-06-18",
              "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"",
              name,
              "\",\"version\":\"1.0.0\"}}"));
    }

    @Override
    String result(String said) {
      return join("{\"content\":[{\"type\":\"text\",\"text\":\"", said, "\"}]}");
    }

    @Override
    String note() {
      return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
          + "{\"level\":\"info\",\"data\":\"still here\"}}";
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
          Moment.END)) {
    @Override
    String introduction(String id, String word, String name, boolean otherVersion) {
      return reply(
          id,
          join(
              "{\"contract\":\"proof.own\",\"version\":",
              otherVersion ? "99" : "1",
              ",\"name\":\"",
              name,
              "\",\"plugin_version\":\"1.0.0\",\"asks\":[],\"methods\":[\"ask\"]}"));
    }

    @Override
    String result(String said) {
      return join("\"", said, "\"");
    }
  };

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

  private final Manners manners;
  private final Map<String, Moment> moments;

  Tongue(Manners manners, Map<String, Moment> moments) {
    this.manners = manners;
    this.moments = moments;
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
  abstract String introduction(String id, String word, String name, boolean otherVersion);

  /** A result that says this; it has nothing to escape. */
  abstract String result(String said);

  /** The whole answer to a call. */
  String reply(String id, String result) {
    return join("{\"jsonrpc\":\"2.0\",\"id\":", id, ",\"result\":", result, "}");
  }

  /** A message that wants no answer. */
  String note() {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"proof/note\",\"params\":{\"text\":\"still here\"}}";
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
