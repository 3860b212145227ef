package io.polyplug.conformance.bento;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.LogMessage;
import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.conformance.FrameText;
import io.polyplug.conformance.Marked;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.More;
import io.polyplug.conformance.rpc.Note;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.conformance.rpc.RpcTalk;
import io.polyplug.wire.ContentLength;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Id;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Frames, envelopes and notifications (2.2, 2.3, 2.6, 2.11). */
final class WireAxes {
  private static final int MEBIBYTE = 1 << 20;
  private static final int PIECES = 5;
  private static final int REQUESTS = 5;
  private static final String UNKNOWN = "conformance/unknown";

  private WireAxes() {}

  static Verdict unknownMethod(Stage stage) {
    AdapterTalk.begin(stage).rpc().call(UNKNOWN, null).expectError(ErrorObject.METHOD_NOT_FOUND);
    return Verdict.passed();
  }

  static Verdict notice(Stage stage) {
    RpcTalk rpc = AdapterTalk.begin(stage).rpc();
    rpc.notify("notifications/conformance", Json.EMPTY_OBJECT);
    rpc.notify("notifications/conformance", null);
    rpc.call(UNKNOWN, null);
    if (!rpc.nobodys().isEmpty() || !rpc.strays().isEmpty()) {
      throw new Violation("it answered a notification, which ends it at its host");
    }
    return Verdict.passed();
  }

  static Verdict framing(Stage stage) {
    String note = "";
    try {
      frames(stage, ContentLength.STRICT);
    } catch (Violation strict) {
      frames(stage, BentoProtocol.framing());
      note = "hosts forgive: " + strict.getMessage();
    }
    return new Verdict.Passed(note);
  }

  private static void frames(Stage stage, Framing framing) {
    RpcTalk rpc = AdapterTalk.start(stage, framing);
    byte[] first =
        FrameText.framed(
            rpc.asking(
                    rpc.nextId(),
                    BentoProtocol.INITIALIZE,
                    AdapterTalk.greeting(BentoProtocol.VERSION))
                .toByteArray(),
            framing);
    for (int i = 0; i < PIECES; i++) {
      rpc.talk()
          .sendRaw(
              Arrays.copyOfRange(
                  first, first.length * i / PIECES, first.length * (i + 1) / PIECES));
    }
    rpc.reply(Id.of(1)).orFail();
    rpc.call(UNKNOWN, null);
    rpc.call(BentoProtocol.SHUTDOWN, null);
    rpc.leave(EndAxes.LIMIT);
    if (!rpc.strays().isEmpty()) {
      throw new Violation(rpc.strays().getFirst());
    }
    if (!rpc.requests().isEmpty()) {
      throw new Violation(
          "it asked its host for \"%s\", but the contract has no requests of plugins"
              .formatted(UntrustedText.excerpt(rpc.requests().getFirst(), 80)));
    }
    if (!rpc.oddities().isEmpty()) {
      throw new Violation(rpc.oddities().getFirst());
    }
  }

  static Verdict ids(Stage stage) {
    RpcTalk rpc = AdapterTalk.begin(stage).rpc();
    for (int i = 0; i < REQUESTS; i++) {
      rpc.call(UNKNOWN, null);
    }
    if (!rpc.strays().isEmpty()) {
      throw new Violation(rpc.strays().getFirst());
    }
    if (rpc.oddities().stream().anyMatch(it -> it.contains("ids"))) {
      throw new Violation("its replies have ids that are strings, expected those of the requests");
    }
    return Verdict.passed();
  }

  static Verdict logs(Stage stage) throws IOException {
    AdapterTalk talk = AdapterTalk.begin(stage);
    List<String> notes = new ArrayList<>();
    try (Workshop workshop = Workshop.open()) {
      if (talk.manifest().capabilities().detect()) {
        talk.detect(workshop.folder());
      }
      if (talk.manifest().capabilities().install()) {
        QueryAxes.install(talk, workshop);
      }
    }
    int seen = 0;
    for (Note note : talk.rpc().notes()) {
      if (!note.method().equals(BentoProtocol.LOG)) {
        notes.add("hosts ignore its " + UntrustedText.excerpt(note.method(), 80));
        continue;
      }
      seen++;
      try {
        LogMessage.read(note.params());
      } catch (WrongShape e) {
        throw new Violation("a log message: " + e.getMessage());
      }
    }
    if (seen == 0) {
      throw new NotConcerned("it sent no log message while it was asked to detect and install");
    }
    return new Verdict.Passed(String.join("; ", notes));
  }

  static Verdict unicode(Stage stage) throws IOException {
    AdapterTalk talk = AdapterTalk.begin(stage);
    try (Workshop workshop = Workshop.open()) {
      Path dish = Files.createDirectory(workshop.folder().resolve("é 漢 \uD834\uDD1E"));
      if (talk.manifest().capabilities().detect()) {
        QueryAxes.matches(talk.detect(dish));
      }
      boolean back = false;
      if (talk.parses()) {
        String output = "a.c:1:1: error: " + Marked.UNICODE + "\n";
        Reply reply = talk.parse(output, output, dish);
        back =
            QueryAxes.read(reply, new ArrayList<>()).stream()
                .map(it -> Marked.isKept(Marked.UNICODE, it.message()))
                .reduce(false, Boolean::logicalOr);
      }
      talk.rpc().call(UNKNOWN, null);
      return new Verdict.Passed(back ? "" : "no text of the test came back, so only that was seen");
    }
  }

  static Verdict bigMessage(Stage stage) throws IOException {
    AdapterTalk talk = AdapterTalk.begin(stage);
    try (Workshop workshop = Workshop.open()) {
      String big = Marked.ofLength(MEBIBYTE);
      if (talk.parses()) {
        QueryAxes.read(talk.parse(big, "", workshop.folder()), new ArrayList<>());
        return Verdict.passed();
      }
      talk.rpc()
          .call(UNKNOWN, AdapterTalk.directory(big))
          .expectError(ErrorObject.METHOD_NOT_FOUND);
      return new Verdict.Passed("it parses no output, so it was sent a big request of no meaning");
    }
  }

  static Verdict members(Stage stage) throws IOException {
    RpcTalk rpc = AdapterTalk.start(stage, BentoProtocol.framing());
    AdapterTalk talk =
        AdapterTalk.introduced(
            rpc, ask(rpc, BentoProtocol.INITIALIZE, AdapterTalk.greeting(BentoProtocol.VERSION)));
    if (talk.manifest().capabilities().detect()) {
      try (Workshop workshop = Workshop.open()) {
        QueryAxes.matches(
            ask(rpc, BentoProtocol.DETECT, AdapterTalk.directory(workshop.folder().toString())));
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
