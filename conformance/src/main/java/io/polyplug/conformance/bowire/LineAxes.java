package io.polyplug.conformance.bowire;

import io.polyplug.bowire.BowireContract;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Discovery;
import io.polyplug.bowire.protocol.MethodType;
import io.polyplug.bowire.protocol.Target;
import io.polyplug.conformance.Marked;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.LinePurity;
import io.polyplug.conformance.rpc.More;
import io.polyplug.conformance.rpc.Pipelined;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.conformance.rpc.RpcTalk;
import io.polyplug.conformance.rpc.Texts;
import io.polyplug.wire.Id;
import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;

/** What lines are made of, both ways (5.1, 5.2). */
final class LineAxes {
  private static final int MEBIBYTE = 1 << 20;

  private LineAxes() {}

  static Verdict ids(Stage stage) {
    return Pipelined.judge(SidecarTalk.begin(stage).rpc(), BowireProtocol.PING, null);
  }

  static Verdict framing(Stage stage) {
    SidecarTalk talk = SidecarTalk.begin(stage, LinePurity.framing(BowireProtocol.MAX_INBOUND));
    RpcTalk rpc = talk.rpc();
    rpc.call(BowireProtocol.PING, null);
    if (talk.capabilities().discover()) {
      Optional<Target> unary = talk.methods(MethodType.UNARY).stream().findFirst();
      if (unary.isPresent() && talk.capabilities().invoke()) {
        rpc.call(BowireProtocol.INVOKE, unary.get().invoke(List.of("{}")));
      }
    }
    rpc.call(BowireProtocol.SHUTDOWN, null);
    rpc.leave(BowireContract.shutdownTime(stage.subject().folder()));
    if (!rpc.requests().isEmpty()) {
      throw new Violation(
          "it asked its host for \"%s\", but the contract has no requests of sidecars"
              .formatted(rpc.requests().getFirst()));
    }
    return LinePurity.judge(rpc);
  }

  static Verdict unicode(Stage stage) {
    return repeated(stage, Marked.UNICODE);
  }

  static Verdict bigMessage(Stage stage) {
    return repeated(stage, Marked.ofLength(MEBIBYTE));
  }

  /** Sends a text as a message, or as an address to one that takes no messages. */
  private static Verdict repeated(Stage stage, String text) {
    SidecarTalk talk = SidecarTalk.begin(stage);
    Optional<Target> unary =
        talk.capabilities().discover() && talk.capabilities().invoke()
            ? talk.methods(MethodType.UNARY).stream().findFirst()
            : Optional.empty();
    Reply reply;
    if (unary.isPresent()) {
      String message = Json.object(out -> out.writeStringProperty("text", text)).toString();
      reply = talk.rpc().call(BowireProtocol.INVOKE, unary.get().invoke(List.of(message)));
    } else if (talk.capabilities().discover()) {
      reply =
          talk.rpc()
              .call(
                  BowireProtocol.DISCOVER, Discovery.request(talk.serverUrl() + "/" + text, false));
    } else {
      throw new NotConcerned("its handshake says that it takes no texts");
    }
    String answer = reply.isError() ? reply.message() : Texts.in(reply.result());
    boolean back = Marked.isKept(text, answer);
    talk.rpc().call(BowireProtocol.PING, null).orFail();
    return new Verdict.Passed(
        back ? "" : "it took the text but does not repeat it, so only that was seen");
  }

  static Verdict members(Stage stage) {
    SidecarTalk talk = SidecarTalk.start(stage, BowireProtocol.framing());
    RpcTalk rpc = talk.rpc();
    talk.introduced(ask(rpc, BowireProtocol.INITIALIZE, talk.greeting()));
    ask(rpc, BowireProtocol.PING, Json.EMPTY_OBJECT).orFail();
    if (talk.capabilities().discover()) {
      Json params = Discovery.request(talk.serverUrl(), false);
      boolean refused = talk.discover().isError();
      if (ask(rpc, BowireProtocol.DISCOVER, params).isError() && !refused) {
        throw new Violation("discover fails if its params have members that it does not know");
      }
    }
    return Verdict.passed();
  }

  private static Reply ask(RpcTalk rpc, String method, Json params) {
    Id id = rpc.nextId();
    rpc.talk().send(More.members(rpc.asking(id, method, More.members(params))));
    return rpc.reply(id);
  }
}
