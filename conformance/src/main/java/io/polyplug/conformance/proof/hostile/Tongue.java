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

/**
 * How a good plugin of each contract speaks. Texts are put together by hand and without format
 * strings: the program is started hundreds of times, and most of a start would be theirs.
 */
public enum Tongue {
  RUNE("type", "request_id") {
    @Override
    Framing framing() {
      return RuneProtocol.FRAMING;
    }

    @Override
    int mostBytes() {
      return RuneProtocol.MAX_LINE;
    }

    @Override
    Moment moment(String word) {
      return word.equals("handshake") ? Moment.HANDSHAKE : Moment.CALL;
    }

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
  BOWIRE("method", "id") {
    @Override
    Framing framing() {
      return BowireProtocol.framing();
    }

    @Override
    int mostBytes() {
      return BowireProtocol.MAX_INBOUND;
    }

    @Override
    Moment moment(String word) {
      return switch (word) {
        case BowireProtocol.INITIALIZE -> Moment.HANDSHAKE;
        case BowireProtocol.INVOKE -> Moment.CALL;
        case BowireProtocol.INVOKE_STREAM -> Moment.STREAM;
        case BowireProtocol.SHUTDOWN -> Moment.END;
        default -> Moment.OTHER;
      };
    }

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
  AINB("method", "id") {
    @Override
    Framing framing() {
      return AinbProtocol.framing();
    }

    @Override
    int mostBytes() {
      return AinbProtocol.MAX_BODY;
    }

    @Override
    Moment moment(String word) {
      return switch (word) {
        case AinbProtocol.INIT -> Moment.HANDSHAKE;
        case AinbProtocol.CLI_DISPATCH -> Moment.CALL;
        case AinbProtocol.SHUTDOWN -> Moment.END;
        default -> Moment.OTHER;
      };
    }

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
  BENTO("method", "id") {
    @Override
    Framing framing() {
      return BentoProtocol.framing();
    }

    @Override
    int mostBytes() {
      return 64 << 20;
    }

    @Override
    Moment moment(String word) {
      return switch (word) {
        case BentoProtocol.INITIALIZE -> Moment.HANDSHAKE;
        case BentoProtocol.DETECT -> Moment.CALL;
        case BentoProtocol.SHUTDOWN -> Moment.END;
        default -> Moment.OTHER;
      };
    }

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
  MCP("method", "id") {
    @Override
    Framing framing() {
      return McpDialect.LINES;
    }

    @Override
    int mostBytes() {
      return McpDialect.MAX_MESSAGE;
    }

    @Override
    Moment moment(String word) {
      return switch (word) {
        case McpMethods.DISCOVER, McpMethods.INITIALIZE -> Moment.HANDSHAKE;
        case McpMethods.TOOLS_CALL -> Moment.CALL;
        default -> Moment.OTHER;
      };
    }

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
  OWN("method", "id") {
    @Override
    Framing framing() {
      return Ndjson.STANDARD;
    }

    @Override
    int mostBytes() {
      return 16 << 20;
    }

    @Override
    Moment moment(String word) {
      return switch (word) {
        case OwnProtocol.INITIALIZE -> Moment.HANDSHAKE;
        case "ask" -> Moment.CALL;
        case OwnProtocol.SHUTDOWN -> Moment.END;
        default -> Moment.OTHER;
      };
    }

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

  private final String wordMember;
  private final String idMember;

  Tongue(String wordMember, String idMember) {
    this.wordMember = wordMember;
    this.idMember = idMember;
  }

  abstract Framing framing();

  /** Most bytes of a message that a host takes. */
  abstract int mostBytes();

  /** What a message of this name is about. */
  abstract Moment moment(String word);

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
    return wordMember;
  }

  /** Which member is the id of a call. */
  String idMember() {
    return idMember;
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
