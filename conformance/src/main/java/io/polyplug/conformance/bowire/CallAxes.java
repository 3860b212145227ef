package io.polyplug.conformance.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.InvokeResult;
import io.polyplug.bowire.protocol.MethodType;
import io.polyplug.bowire.protocol.Target;
import io.polyplug.conformance.Members;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Id;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls that are answered once (5.6). */
final class CallAxes {
  /** Of a sidecar with very many methods these will do. */
  private static final int MOST_METHODS = 20;

  private static final String UNKNOWN = "conformance-unknown";

  private CallAxes() {}

  static Verdict invoke(Stage stage) {
    SidecarTalk talk = SidecarTalk.begin(stage);
    if (!talk.capabilities().invoke()) {
      throw new NotConcerned("its handshake says that it cannot invoke");
    }
    List<Target> methods = talk.methodsOrSkip("unary methods", MethodType.UNARY);
    List<String> notes = new ArrayList<>();
    int answered = 0;
    for (Target target : methods.subList(0, Math.min(methods.size(), MOST_METHODS))) {
      String name = UntrustedText.excerpt(SidecarTalk.name(target), 80);
      Id id = talk.rpc().ask(BowireProtocol.INVOKE, target.invoke(List.of("{}")));
      Optional<Reply> reply = talk.rpc().replyWithin(id, Stage.STEP);
      if (reply.isEmpty()) {
        // The contract sets no limit to a call, but others would wait behind this one.
        notes.add(name + " had not answered after " + Stage.STEP.toSeconds() + " seconds");
        talk.rpc().talk().close();
        talk = SidecarTalk.begin(stage);
      } else if (reply.get().isError()) {
        answered++;
        notes.add(name + " answered {} with " + reply.get().errorText());
      } else {
        answered++;
        result(name, reply.get().result(), notes);
      }
    }
    if (answered == 0) {
      throw new NotConcerned(notes.getFirst());
    }
    if (methods.size() > MOST_METHODS) {
      notes.add("only %d of %d methods were called".formatted(MOST_METHODS, methods.size()));
    }
    return new Verdict.Passed(String.join("; ", notes));
  }

  private static void result(String name, Json value, List<String> notes) {
    if (value.kind() == Json.Kind.NULL) {
      notes.add(name + " answered null, which counts as an empty success");
      return;
    }
    Members result = Members.of("the result of " + name, value);
    result.text("status");
    result.number("durationMs");
    if (result.value("response").filter(it -> it.kind() != Json.Kind.STRING).isPresent()) {
      notes.add("the response of " + name + " is no text; hosts take its JSON for it");
    }
    result
        .object("metadata")
        .ifPresent(
            it -> {
              if (it.all().values().stream().anyMatch(v -> v.kind() != Json.Kind.STRING)) {
                notes.add(name + " has metadata that is no text; hosts take its JSON for it");
              }
            });
  }

  static Verdict unknownMethod(Stage stage) {
    SidecarTalk talk = SidecarTalk.begin(stage);
    talk.rpc().call(UNKNOWN, Json.EMPTY_OBJECT).expectError(ErrorObject.METHOD_NOT_FOUND);
    if (!talk.capabilities().invoke()) {
      return new Verdict.Passed("its handshake says that it cannot invoke");
    }
    Reply reply =
        talk.rpc().call(BowireProtocol.INVOKE, talk.target(UNKNOWN, UNKNOWN).invoke(List.of("{}")));
    // No document forbids it, and the examples of the contract's own SDKs do so.
    return !reply.isError() && InvokeResult.read(reply.result(), Duration.ZERO).isSuccess()
        ? new Verdict.Passed("it answers calls of a service that it has not, too")
        : Verdict.passed();
  }
}
