package io.polyplug.conformance.rune;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.conformance.Conversation;
import io.polyplug.conformance.Conversation.Received;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Violation;
import io.polyplug.rune.ResponseCheck;
import io.polyplug.rune.protocol.ExecuteRequest;
import io.polyplug.rune.protocol.ExecuteResponse;
import io.polyplug.rune.protocol.HandshakeRequest;
import io.polyplug.rune.protocol.HandshakeResponse;
import io.polyplug.rune.protocol.HandshakeResponse.Manifest;
import io.polyplug.rune.protocol.MalformedLine;
import io.polyplug.rune.protocol.RuneCaller;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Optional;

/** One process and its two answers, step by step. The stage ends it. */
final class Exchange {
  /** What the tests call a tool that nobody has. */
  static final String UNKNOWN_TOOL = "conformance.unknown";

  static final String REQUEST_ID = "plugin_req_0123456789abcdef";

  private final Conversation talk;

  private Exchange(Conversation talk) {
    this.talk = talk;
  }

  static Exchange begin(Stage stage) {
    return begin(stage, RuneProtocol.FRAMING);
  }

  static Exchange begin(Stage stage, Framing framing) {
    return new Exchange(stage.start(framing));
  }

  Conversation talk() {
    return talk;
  }

  /** Sends the first line and reads the answer. */
  Manifest shakeHands() {
    return shakeHands(new HandshakeRequest(RuneProtocol.VERSION).toJson());
  }

  Manifest shakeHands(Json request) {
    talk.send(request);
    return introduced(talk.bytes("its handshake", Stage.STEP));
  }

  /** A handshake that says at least what every other test needs. */
  static Manifest introduced(byte[] line) {
    HandshakeResponse response = handshake(line);
    return response
        .manifest()
        .filter(it -> response.type().equals("handshake") && !it.exposedTools().isEmpty())
        .orElseThrow(() -> new Violation("its handshake has no manifest with tools"));
  }

  static HandshakeResponse handshake(byte[] line) {
    try {
      return HandshakeResponse.read(line);
    } catch (MalformedLine e) {
      throw new Violation("instead of a handshake it wrote " + e.problem());
    }
  }

  static Json request(String tool, Json input) {
    return new ExecuteRequest(REQUEST_ID, tool, RuneCaller.UNKNOWN, input).toJson();
  }

  /** Asks, and reads the answer, which has to be well-formed. */
  ExecuteResponse execute(String tool, Json input) {
    talk.send(request(tool, input));
    return response();
  }

  ExecuteResponse response() {
    return checked(talk.bytes("its response", Stage.STEP));
  }

  /** As {@link #response}; empty if it left without a line. */
  Optional<ExecuteResponse> responseOrEnd() {
    return switch (talk.receive(Stage.STEP)) {
      case Received.Frame(byte[] line) -> Optional.of(checked(line));
      case Received.Ended _ -> Optional.empty();
      case Received.Broken(String sentence) -> throw new Violation(sentence);
      case Received.Nothing _ ->
          throw new Violation(
              "it neither answered nor left within " + Stage.STEP.toMillis() + " ms");
    };
  }

  private static ExecuteResponse checked(byte[] line) {
    try {
      ExecuteResponse response = ExecuteResponse.read(line);
      new ResponseCheck(REQUEST_ID)
          .violation(response)
          .ifPresent(
              sentence -> {
                throw new Violation(sentence);
              });
      return response;
    } catch (MalformedLine e) {
      throw new Violation("instead of a response it wrote " + e.problem());
    }
  }

  /** Closes its input and waits for the end of its output; a further line fails the axis. */
  void expectNothingMore() {
    talk.closeInput();
    Deadline deadline = Deadline.in(Stage.STEP, Clock.system());
    while (true) {
      switch (talk.receive(deadline.left())) {
        case Received.Frame(byte[] line) -> {
          if (line.length > 0) {
            throw new Violation("after its response it wrote more to its standard output");
          }
        }
        case Received.Broken(String sentence) -> throw new Violation(sentence);
        case Received.Ended _ -> {
          return;
        }
        case Received.Nothing _ -> {
          Duration waited = Stage.STEP;
          throw new Violation(
              "its output did not end within %d ms of its response".formatted(waited.toMillis()));
        }
      }
    }
  }
}
