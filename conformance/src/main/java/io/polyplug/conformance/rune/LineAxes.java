package io.polyplug.conformance.rune;

import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Conversation.Received;
import io.polyplug.conformance.FrameText;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.rune.protocol.HandshakeRequest;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Ndjson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** What lines may be made of, both ways (section 4). */
final class LineAxes {
  /** As hosts read, but with every byte as it came. */
  private static final Framing AS_WRITTEN =
      new Ndjson(
          RuneProtocol.MAX_LINE,
          Integer.MAX_VALUE - 16,
          Ndjson.BlankLines.DELIVER,
          false,
          Framing.BadUtf8.PASS);

  private static final int BIG = 500 * 1024;
  private static final int PIECES = 3;

  /** A plugin that answers half a line does so at once. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private LineAxes() {}

  static Verdict framing(Stage stage) {
    Exchange exchange = Exchange.begin(stage, AS_WRITTEN);
    exchange.talk().send(new HandshakeRequest(RuneProtocol.VERSION).toJson());
    byte[] handshake = exchange.talk().bytes("its handshake", Stage.STEP);
    boolean clean = object("handshake", handshake);
    String tool = Exchange.introduced(handshake).exposedTools().getFirst();
    exchange.talk().send(Exchange.request(tool, Json.EMPTY_OBJECT));
    clean &= object("response", exchange.talk().bytes("its response", Stage.STEP));
    return Verdict.passed(
        clean ? "" : "a line is not UTF-8, which hosts repair instead of refusing it");
  }

  /** Whether it is UTF-8; what is no object on a line of its own fails the axis. */
  private static boolean object(String what, byte[] line) {
    String text = new String(line, StandardCharsets.UTF_8);
    if (!text.startsWith("{") || !text.endsWith("}")) {
      throw new Violation(
          "the line of its %s is no object and nothing else but \"%s\""
              .formatted(what, UntrustedText.excerpt(text, 60)));
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  static Verdict purity(Stage stage) {
    Exchange exchange = Exchange.begin(stage);
    String tool = exchange.shakeHands().exposedTools().getFirst();
    exchange.execute(tool, Json.EMPTY_OBJECT);
    exchange.expectNothingMore();
    return Verdict.passed();
  }

  static Verdict members(Stage stage) {
    Exchange exchange = Exchange.begin(stage);
    Json handshake = more(new HandshakeRequest(RuneProtocol.VERSION).toJson());
    String tool = exchange.shakeHands(handshake).exposedTools().getFirst();
    exchange.talk().send(more(Exchange.request(tool, Json.EMPTY_OBJECT)));
    exchange.response();
    return Verdict.passed();
  }

  /** The same line with members that no version of the contract has. */
  private static Json more(Json line) {
    return Json.object(
        out -> {
          JsonParts.members(line)
              .forEach(
                  (name, value) -> {
                    out.writeName(name);
                    value.writeTo(out);
                  });
          out.writeStringProperty("conformance_text", "ignored");
          out.writeName("conformance_object");
          Json.parse("{\"a\":[1,null,{\"b\":true}]}").writeTo(out);
        });
  }

  static Verdict unicode(Stage stage) {
    answered(
        stage, Inputs.text("clef \uD834\uDD1E, line separator \u2028, next line \u0085, é, 漢"));
    return Verdict.passed();
  }

  static Verdict bigMessage(Stage stage) {
    answered(stage, Inputs.text("word ".repeat(BIG / 5)));
    return Verdict.passed();
  }

  private static void answered(Stage stage, Json input) {
    Exchange exchange = Exchange.begin(stage);
    String tool = exchange.shakeHands().exposedTools().getFirst();
    exchange.execute(tool, input);
  }

  static Verdict slowHost(Stage stage) {
    Exchange exchange = Exchange.begin(stage);
    String tool = exchange.shakeHands().exposedTools().getFirst();
    byte[] line =
        FrameText.framed(
            Exchange.request(tool, Inputs.text("piece by piece")).toByteArray(),
            RuneProtocol.FRAMING);
    for (int i = 0; i < PIECES; i++) {
      exchange
          .talk()
          .sendRaw(
              Arrays.copyOfRange(line, line.length * i / PIECES, line.length * (i + 1) / PIECES));
      if (i < PIECES - 1 && !(exchange.talk().receive(PAUSE) instanceof Received.Nothing)) {
        throw new Violation("it did not wait for the end of the request");
      }
    }
    exchange.response();
    return Verdict.passed();
  }
}
