package io.polyplug.testkit;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.rune.protocol.ExecuteResponse;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.wire.ContentLength;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.MarkedLines;
import io.polyplug.wire.Ndjson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the messages of a contract look on the plugin's side. Immutable. */
sealed interface Wire {
  /** JSON-RPC. */
  record Rpc(Framing framing) implements Wire {}

  /** The lines of rune. */
  record Rune() implements Wire {
    @Override
    public Framing framing() {
      return RuneProtocol.FRAMING;
    }
  }

  Set<String> KNOWN = Set.of("rune", "bowire", "ainb", "bento", "mcp");

  Framing framing();

  static boolean isKnown(String contract) {
    return KNOWN.contains(contract);
  }

  static Wire of(String contract) {
    return switch (contract) {
      case "rune" -> new Rune();
      case "bowire" -> new Rpc(BowireProtocol.framing());
      case "ainb" -> new Rpc(AinbProtocol.framing());
      case "bento" -> new Rpc(BentoProtocol.framing());
      case "mcp" -> new Rpc(McpDialect.LINES);
      default ->
          throw new IllegalArgumentException(
              "There is no contract "
                  + contract
                  + " here; there are rune, bowire, ainb, bento, "
                  + "mcp, and own contracts through FakePlugin.own.");
    };
  }

  /** What is asked or told; empty if it is an answer. */
  default Optional<String> method(Json message) {
    Json found = member(message, this instanceof Rune ? "type" : "method");
    return found == null ? Optional.empty() : Optional.ofNullable(found.stringValue());
  }

  /** What an answer to it is made of. */
  default Json params(Json message) {
    Json params = this instanceof Rune ? message : member(message, "params");
    return params == null ? Json.EMPTY_OBJECT : params;
  }

  /** The answer; empty if none is wanted. */
  default Optional<Json> result(Json message, Json result) {
    return switch (this) {
      case Rune _ ->
          Optional.of(
              member(message, "request_id") == null
                  ? result
                  : rune(message, "ok", Optional.of(result), Optional.empty()));
      case Rpc _ -> rpc(message, "result", result);
    };
  }

  /** An answer that is an error; empty if none is wanted. */
  default Optional<Json> error(Json message, int code, String sentence) {
    return switch (this) {
      case Rune _ ->
          Optional.of(
              rune(
                  message,
                  "error",
                  Optional.empty(),
                  Optional.of(new ExecuteResponse.OwnError(Integer.toString(code), sentence))));
      case Rpc _ ->
          rpc(
              message,
              "error",
              Json.object(
                  out -> {
                    out.writeNumberProperty("code", code);
                    out.writeStringProperty("message", sentence);
                  }));
    };
  }

  private static Json rune(
      Json message,
      String status,
      Optional<Json> output,
      Optional<ExecuteResponse.OwnError> error) {
    Json id = member(message, "request_id");
    String name = id == null ? "" : String.valueOf(id.stringValue());
    return new ExecuteResponse("response", name, status, output, error).toJson();
  }

  private static Optional<Json> rpc(Json message, String member, Json value) {
    Json id = member(message, "id");
    return id == null
        ? Optional.empty()
        : Optional.of(
            Json.object(
                out -> {
                  out.writeStringProperty("jsonrpc", "2.0");
                  out.writeName("id");
                  id.writeTo(out);
                  out.writeName(member);
                  value.writeTo(out);
                }));
  }

  static @Nullable Json member(Json message, String name) {
    return message.kind() == Json.Kind.OBJECT ? JsonParts.find(message, name)[0] : null;
  }

  /** The bytes of a frame. */
  default byte[] frame(byte[] body) {
    return switch (framing()) {
      case Ndjson _ -> joined(body, "\n".getBytes(StandardCharsets.US_ASCII));
      case MarkedLines _ -> joined(body, "\n".getBytes(StandardCharsets.US_ASCII));
      case ContentLength _ ->
          joined(
              ("Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII),
              body);
    };
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
