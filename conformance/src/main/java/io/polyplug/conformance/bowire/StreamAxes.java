package io.polyplug.conformance.bowire;

import io.polyplug.base.UntrustedText;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.MethodType;
import io.polyplug.bowire.protocol.Target;
import io.polyplug.conformance.Members;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.rpc.Note;
import io.polyplug.conformance.rpc.Reply;
import io.polyplug.conformance.rpc.RpcTalk;
import io.polyplug.wire.Id;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Streams and channels (5.7, 5.8). */
final class StreamAxes {
  /** A stream need not have an end; so many messages of it will do. */
  private static final int MOST_MESSAGES = 20;

  /** How long a host waits for the end of a channel that it has closed (5.8). */
  private static final Duration CLOSING = Duration.ofSeconds(30);

  /** Once it has left, nothing that it has written is missing; one that stays is not waited for. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(2);

  private static final String STREAM = "streamId";
  private static final String CHANNEL = "channelId";
  private static final String FIRST = "00000000000000000000000000c0ffee";
  private static final String SECOND = "ffffffffffffffffffffffffffc0ffee";

  private StreamAxes() {}

  static Verdict streams(Stage stage) {
    List<Target> methods = streaming(SidecarTalk.begin(stage));
    List<String> notes = new ArrayList<>();
    int refused = 0;
    for (Target target : methods) {
      // One that does not end would be heard in the next one, since nothing can cancel it.
      SidecarTalk talk = SidecarTalk.begin(stage);
      String name = UntrustedText.excerpt(SidecarTalk.name(target), 80);
      Id ask = open(talk, FIRST, target);
      if (talk.rpc().reply(ask).isError()) {
        notes.add(name + " was refused with " + talk.rpc().reply(ask).errorText());
        refused++;
        continue;
      }
      acknowledged(talk.rpc().reply(ask), FIRST);
      Optional<Note> end = drain(talk.rpc(), FIRST);
      end.ifPresentOrElse(StreamAxes::ended, () -> notes.add(name + " was not seen to end"));
      if (end.isPresent()) {
        nothingMore(talk.rpc(), name);
      }
      talk.rpc().talk().close();
    }
    if (refused == methods.size()) {
      throw new NotConcerned(notes.getFirst());
    }
    return new Verdict.Passed(String.join("; ", notes));
  }

  private static List<Target> streaming(SidecarTalk talk) {
    if (!talk.capabilities().invokeStream()) {
      throw new NotConcerned("its handshake says that it cannot stream");
    }
    List<Target> methods =
        talk.methodsOrSkip("methods that answer with a stream", MethodType.SERVER_STREAMING);
    talk.rpc().talk().close();
    return methods;
  }

  private static Id open(SidecarTalk talk, String streamId, Target target) {
    return talk.rpc()
        .ask(
            BowireProtocol.INVOKE_STREAM,
            target.invokeStream(streamId, List.of(talk.message(target))));
  }

  /** Reads a stream to its end; empty if it has not come after so many messages or so long. */
  private static Optional<Note> drain(RpcTalk rpc, String streamId) {
    for (int i = 0; i < MOST_MESSAGES; i++) {
      Optional<Note> next = rpc.noteWithin(StreamAxes::isOfStream, Stage.STEP);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      if (!next.get().text(STREAM).equals(streamId)) {
        throw new Violation(
            "it sent %s for the stream \"%s\", which is not the one that was opened"
                .formatted(
                    next.get().method(), UntrustedText.excerpt(next.get().text(STREAM), 40)));
      }
      if (next.get().method().equals(BowireProtocol.STREAM_END)) {
        return next;
      }
    }
    return Optional.empty();
  }

  private static boolean isOfStream(Note note) {
    return note.method().equals(BowireProtocol.STREAM_DATA)
        || note.method().equals(BowireProtocol.STREAM_END);
  }

  private static void acknowledged(Reply reply, String streamId) {
    Json result = reply.orFail();
    if (result.kind() != Json.Kind.OBJECT) {
      return;
    }
    Optional<String> own = Members.of("the result of invokeStream", result).text(STREAM);
    if (own.isPresent() && !own.get().equals(streamId)) {
      throw new Violation(
          "it opened the stream under an id of its own, \"%s\", expected that of the request"
              .formatted(UntrustedText.excerpt(own.get(), 40)));
    }
  }

  private static void ended(Note end) {
    Members params = Members.of("the params of " + end.method(), end.params());
    params
        .object("error")
        .ifPresent(
            it -> {
              it.whole("code");
              it.text("message");
            });
  }

  private static void nothingMore(RpcTalk rpc, String name) {
    rpc.leave(AFTERWARDS);
    rpc.notes().stream()
        .filter(StreamAxes::isOfStream)
        .findFirst()
        .ifPresent(
            it -> {
              throw new Violation("after the end of %s it sent %s".formatted(name, it.method()));
            });
  }

  static Verdict twoStreams(Stage stage) {
    Target target = streaming(SidecarTalk.begin(stage)).getFirst();
    String name = UntrustedText.excerpt(SidecarTalk.name(target), 80);
    SidecarTalk talk = SidecarTalk.begin(stage);
    Id first = open(talk, FIRST, target);
    Id second = open(talk, SECOND, target);
    if (talk.rpc().reply(first).isError() && talk.rpc().reply(second).isError()) {
      throw new NotConcerned(
          "%s was refused with %s".formatted(name, talk.rpc().reply(first).errorText()));
    }
    acknowledged(talk.rpc().reply(first), FIRST);
    acknowledged(talk.rpc().reply(second), SECOND);
    int messages = 0;
    List<String> open = new ArrayList<>(List.of(FIRST, SECOND));
    while (!open.isEmpty() && messages < 2 * MOST_MESSAGES) {
      Optional<Note> next = talk.rpc().noteWithin(StreamAxes::isOfStream, Stage.STEP);
      if (next.isEmpty()) {
        break;
      }
      String id = next.get().text(STREAM);
      if (!open.contains(id)) {
        throw new Violation(
            "of two streams of %s at once it sent %s for %s"
                .formatted(
                    name,
                    next.get().method(),
                    id.equals(FIRST) || id.equals(SECOND) ? "one that had ended" : "neither"));
      }
      messages++;
      if (next.get().method().equals(BowireProtocol.STREAM_END)) {
        open.remove(id);
      }
    }
    if (open.size() == 1 && messages < 2 * MOST_MESSAGES) {
      throw new Violation(
          "of two streams of %s at once only one ended within %d ms"
              .formatted(name, Stage.STEP.toMillis()));
    }
    return open.isEmpty()
        ? Verdict.passed()
        : new Verdict.Passed("the streams of " + name + " were not seen to end");
  }

  static Verdict channels(Stage stage) {
    SidecarTalk talk = SidecarTalk.begin(stage);
    if (!talk.capabilities().channels()) {
      throw new NotConcerned("its handshake says that it has no channels");
    }
    Target target = talk.methodsOrSkip("duplex methods", MethodType.DUPLEX).getFirst();
    RpcTalk rpc = talk.rpc();
    rpc.call(BowireProtocol.OPEN_CHANNEL, target.openChannel(FIRST)).orFail();
    rpc.call(BowireProtocol.CHANNEL_SEND, message()).orFail();
    rpc.call(BowireProtocol.CHANNEL_CLOSE, channel()).orFail();
    int messages = 0;
    while (true) {
      Note next =
          rpc.note(
              it ->
                  it.method().equals(BowireProtocol.CHANNEL_DATA)
                      || it.method().equals(BowireProtocol.CHANNEL_CLOSED),
              BowireProtocol.CHANNEL_CLOSED,
              CLOSING);
      if (!next.text(CHANNEL).equals(FIRST)) {
        throw new Violation(
            "it sent %s for the channel \"%s\", which is not the one that was opened"
                .formatted(next.method(), UntrustedText.excerpt(next.text(CHANNEL), 40)));
      }
      if (next.method().equals(BowireProtocol.CHANNEL_CLOSED)) {
        break;
      }
      messages++;
    }
    rpc.leave(AFTERWARDS);
    if (rpc.notes().stream().anyMatch(it -> it.text(CHANNEL).equals(FIRST))) {
      throw new Violation("after it said that the channel is closed it sent more for it");
    }
    return messages > 0 ? Verdict.passed() : new Verdict.Passed("nothing came over the channel");
  }

  private static Json channel() {
    return Json.object(out -> out.writeStringProperty(CHANNEL, FIRST));
  }

  private static Json message() {
    return Json.object(
        out -> {
          out.writeStringProperty(CHANNEL, FIRST);
          out.writeStringProperty("message", "{}");
        });
  }
}
