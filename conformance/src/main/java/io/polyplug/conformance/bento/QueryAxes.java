package io.polyplug.conformance.bento;

import io.polyplug.bento.Diagnostic;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bento.protocol.WrongShape;
import io.polyplug.conformance.Members;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.wire.Id;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What an adapter is asked about projects (2.5). All of them are empty folders. */
final class QueryAxes {
  /** The contract allows half an hour, which nobody waits for to see an empty folder installed. */
  private static final Duration INSTALLING = Duration.ofMinutes(2);

  private QueryAxes() {}

  static Verdict detect(Stage stage) throws IOException {
    AdapterTalk talk = AdapterTalk.begin(stage);
    require(talk.manifest().capabilities().detect(), "detect");
    List<String> notes = new ArrayList<>();
    try (Workshop workshop = Workshop.open()) {
      if (matches(talk.detect(workshop.folder()))) {
        notes.add("it takes an empty folder for a project");
      }
      Reply absent = talk.detect(workshop.folder().resolve("absent"));
      if (absent.isError()) {
        notes.add("it answers detect of a folder that is not there with " + absent.errorText());
      } else if (matches(absent)) {
        throw new Violation("it takes a folder that is not there for a project");
      }
    }
    return new Verdict.Passed(String.join("; ", notes));
  }

  static boolean matches(Reply reply) {
    return Members.of("the result of detect", reply.objectOrFail())
        .flag("matches")
        .orElseThrow(() -> new Violation("the result of detect has no \"matches\""));
  }

  static Verdict toolchain(Stage stage) throws IOException {
    AdapterTalk talk = AdapterTalk.begin(stage);
    require(talk.manifest().capabilities().requiredToolchain(), "required_toolchain");
    try (Workshop workshop = Workshop.open()) {
      Reply reply =
          talk.rpc()
              .call(
                  BentoProtocol.REQUIRED_TOOLCHAIN,
                  AdapterTalk.directory(workshop.folder().toString()));
      if (reply.isError() && reply.code() == BentoProtocol.METHOD_NOT_FOUND) {
        return new Verdict.Passed("it has no such method, which counts as nothing pinned");
      }
      if (reply.orFail().kind() == Json.Kind.NULL) {
        return Verdict.passed();
      }
      Members pin = Members.of("the result of requiredToolchain", reply.result());
      pin.words("tool");
      pin.words("version");
      return Verdict.passed();
    }
  }

  static Verdict fingerprint(Stage stage) {
    AdapterTalk talk = AdapterTalk.begin(stage);
    require(
        talk.manifest().capabilities().resolvedToolchainFingerprint(),
        "resolved_toolchain_fingerprint");
    Reply reply = talk.rpc().call(BentoProtocol.RESOLVED_TOOLCHAIN_FINGERPRINT, null);
    if (reply.isError() && reply.code() != BentoProtocol.METHOD_NOT_FOUND) {
      return new Verdict.Passed("it answers with " + reply.errorText());
    }
    Json result = reply.orFail();
    if (result.kind() != Json.Kind.NULL && result.kind() != Json.Kind.STRING) {
      throw new Violation("the fingerprint is " + result + ", expected a text or null");
    }
    return new Verdict.Passed(result.kind() == Json.Kind.NULL ? "its tool is not here" : "");
  }

  static Verdict install(Stage stage) throws IOException {
    AdapterTalk talk = AdapterTalk.begin(stage);
    require(talk.manifest().capabilities().install(), "install");
    try (Workshop workshop = Workshop.open()) {
      Reply reply = install(talk, workshop);
      if (!reply.isError()) {
        return Verdict.passed();
      }
      if (reply.code() == BentoProtocol.METHOD_NOT_FOUND) {
        throw new Violation("its manifest says that it can install, but it has no such method");
      }
      return new Verdict.Passed("in an empty folder it failed with " + reply.errorText());
    }
  }

  static Reply install(AdapterTalk talk, Workshop workshop) {
    Id id =
        talk.rpc()
            .ask(
                BentoProtocol.INSTALL,
                Json.object(
                    out -> {
                      out.writeStringProperty("dish_dir", workshop.folder().toString());
                      out.writeStringProperty("dish_name", "conformance");
                    }));
    return talk.rpc()
        .replyWithin(id, INSTALLING)
        .orElseThrow(
            () ->
                new NotConcerned(
                    "it was still installing after " + INSTALLING.toSeconds() + " seconds"));
  }

  static Verdict diagnostics(Stage stage) throws IOException {
    AdapterTalk talk = AdapterTalk.begin(stage);
    List<String> notes = new ArrayList<>();
    try (Workshop workshop = Workshop.open()) {
      // What compilers print mostly looks like this.
      String output = "src/a.c:12:5: error: 'x' undeclared\nsrc/b.c:3:1: warning: unused\n";
      int found = read(talk.parse(output, output, workshop.folder()), notes).size();
      if (!read(talk.parse("", "", workshop.folder()), notes).isEmpty()) {
        notes.add("it makes findings of no output");
      }
      if (found == 0) {
        notes.add("it made no findings of the output of a compiler, so none was seen");
      }
    }
    return new Verdict.Passed(String.join("; ", notes));
  }

  static List<Diagnostic> read(Reply reply, List<String> notes) {
    try {
      return Diagnostic.readAll(reply.objectOrFail(), notes::add);
    } catch (WrongShape e) {
      throw new Violation("the result of parseDiagnostics: " + e.getMessage());
    }
  }

  private static void require(boolean capability, String name) {
    if (!capability) {
      throw new NotConcerned("its manifest says that it has no " + name);
    }
  }
}
