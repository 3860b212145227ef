package io.polyplug.conformance.own;

import io.polyplug.base.Deadline;
import io.polyplug.conformance.Conversation;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Violation;
import io.polyplug.own.InterfaceContract;
import io.polyplug.own.protocol.Hello;
import io.polyplug.own.protocol.OwnProtocol;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.own.protocol.Welcome;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A plugin that is talked to as the application would, with its callbacks answered: by the least
 * value, or by a denial. What is no message is passed over, as the application does. Of one thread.
 */
final class OwnTalk {
  /** An answer; one of the two is there. */
  record Answer(@Nullable Json result, @Nullable Json error) {
    /** The number of the error; empty for a result. */
    String number() {
      Json code = error == null ? null : JsonParts.find(error, "code")[0];
      return code == null ? "" : code.toString();
    }
  }

  private final InterfaceContract contract;
  private final Conversation plugin;
  private final boolean denying;
  private int calls;
  private int callbacks;

  private OwnTalk(InterfaceContract contract, Conversation plugin, boolean denying) {
    this.contract = contract;
    this.plugin = plugin;
    this.denying = denying;
  }

  /** Starts the plugin; it has been sent nothing yet. */
  static OwnTalk start(InterfaceContract contract, Stage stage, boolean denying) {
    return new OwnTalk(contract, stage.start(contract.framing()), denying);
  }

  /** Has it introduce itself; fails the axis if it does not. */
  Welcome introduce() {
    Set<String> granted = denying ? Set.of() : contract.capabilities();
    Hello hello = new Hello(contract.id(), contract.version(), List.copyOf(granted));
    Answer answer = call(OwnProtocol.INITIALIZE, hello.toJson());
    if (answer.result() == null) {
      throw new Violation("initialize was answered with the error " + answer.error());
    }
    try {
      return Welcome.read(answer.result());
    } catch (IllegalArgumentException e) {
      throw new Violation(String.valueOf(e.getMessage()));
    }
  }

  /** Calls a method and gives its answer; callbacks meanwhile are answered. */
  Answer call(String method, @Nullable Json params) {
    Json id = Json.string("call-" + ++calls + "-é");
    send(id, method, params);
    Deadline deadline = plugin.deadline(Stage.STEP);
    while (true) {
      Json frame = message("answer to " + method, deadline);
      if (frame == null) {
        continue;
      }
      @Nullable Json[] found = JsonParts.find(frame, "id", "method", "result", "error");
      if (found[1] != null) {
        answerCallback(found[0], String.valueOf(found[1].stringValue()));
      } else if (found[0] != null && Objects.equals(id.stringValue(), found[0].stringValue())) {
        return checked(method, found[2], found[3]);
      }
    }
  }

  private static Answer checked(String method, @Nullable Json result, @Nullable Json error) {
    Json failed = error != null && error.kind() == Json.Kind.NULL ? null : error;
    if ((failed == null) == (result == null)) {
      throw new Violation(method + " was answered with neither a result nor an error, or both");
    }
    if (failed != null && failed.kind() != Json.Kind.OBJECT) {
      throw new Violation(
          "the error that " + method + " was answered with is no object: " + failed);
    }
    return new Answer(result, failed);
  }

  /** Tells it something. */
  void tell(String method, Json params) {
    send(null, method, params);
  }

  private void send(@Nullable Json id, String method, @Nullable Json params) {
    plugin.send(
        Json.object(
            out -> {
              out.writeStringProperty("jsonrpc", "2.0");
              if (id != null) {
                out.writeName("id");
                id.writeTo(out);
              }
              out.writeStringProperty("method", method);
              if (params != null) {
                out.writeName("params");
                params.writeTo(out);
              }
            }));
  }

  /** The next frame if it is an object; null for anything else in a frame. */
  private @Nullable Json message(String what, Deadline deadline) {
    return switch (plugin.receive(deadline.left())) {
      case Conversation.Received.Frame(byte[] body) -> {
        try {
          Json json = Json.parse(body);
          yield json.kind() == Json.Kind.OBJECT ? json : null;
        } catch (RuntimeException e) {
          yield null;
        }
      }
      case Conversation.Received.Broken(String sentence) -> throw new Violation(sentence);
      case Conversation.Received.Ended _ ->
          throw new Violation("its output ended where the " + what + " was due" + said());
      case Conversation.Received.Nothing _ ->
          throw new Violation(
              "no " + what + " came within " + Stage.STEP.toMillis() + " ms" + said());
    };
  }

  private String said() {
    String last = plugin.stderr().lines().reduce((first, second) -> second).orElse("");
    return last.isEmpty() ? "" : "; the last line of its standard error: " + last;
  }

  private void answerCallback(@Nullable Json id, String method) {
    callbacks++;
    if (id == null) {
      return;
    }
    RemoteMethod known =
        contract.callbacks().stream()
            .map(it -> it.method(method))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    plugin.send(
        Json.object(
            out -> {
              out.writeStringProperty("jsonrpc", "2.0");
              out.writeName("id");
              id.writeTo(out);
              if (known == null) {
                out.writeName("error");
                new ErrorObject(ErrorObject.METHOD_NOT_FOUND, "method not found: " + method)
                    .toJson()
                    .writeTo(out);
              } else if (denying) {
                out.writeName("error");
                new ErrorObject(
                        OwnProtocol.REFUSED,
                        "capability denied: " + method,
                        Json.object(data -> data.writeStringProperty("code", "denied")))
                    .toJson()
                    .writeTo(out);
              } else {
                out.writeName("result");
                EmptyValues.result(known).writeTo(out);
              }
            }));
  }

  /** How often it called back. */
  int callbacks() {
    return callbacks;
  }

  Conversation plugin() {
    return plugin;
  }
}
