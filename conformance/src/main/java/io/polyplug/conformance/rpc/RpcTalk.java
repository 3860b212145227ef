package io.polyplug.conformance.rpc;

import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.Conversation;
import io.polyplug.conformance.Conversation.Received;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Violation;
import io.polyplug.process.ExitStatus;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.Envelope;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Id;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.wire.Notification;
import io.polyplug.wire.Request;
import io.polyplug.wire.Response;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A plugin that speaks JSON-RPC, asked and listened to step by step. Replies are kept for whoever
 * asked and notifications for whoever wants them, in any order. What is neither is a stray: it is
 * passed over here, as hosts do, and told to the axis that is about it.
 *
 * <p>A request of the plugin is refused at once, but for {@code ping}. Of one thread.
 */
public final class RpcTalk {
  private final Conversation talk;
  private final Envelope envelope;
  private final Duration step;
  private final Map<String, String> asked = new LinkedHashMap<>();
  private final Map<String, Reply> replies = new HashMap<>();
  private final List<Note> notes = new ArrayList<>();
  private final List<String> strays = new ArrayList<>();
  private final List<Reply> nobodys = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private final List<String> oddities = new ArrayList<>();
  private long lastId;
  private boolean ended;

  /** Speaks in this dialect over a conversation, which the stage ends. */
  public RpcTalk(Conversation talk, Dialect dialect) {
    this(talk, dialect, Stage.STEP);
  }

  /**
   * As {@link #RpcTalk(Conversation, Dialect)}, with patience of the contract's own.
   *
   * @param step how long a reply may take
   */
  public RpcTalk(Conversation talk, Dialect dialect, Duration step) {
    this.talk = talk;
    this.step = step;
    this.envelope = new Envelope(dialect);
  }

  public Conversation talk() {
    return talk;
  }

  /** Asks, with the next id, and does not wait. */
  public Id ask(String method, @Nullable Json params) {
    Id id = Id.of(++lastId);
    ask(id, method, params);
    return id;
  }

  /** Asks with an id of the caller's own. */
  public void ask(Id id, String method, @Nullable Json params) {
    talk.send(asking(id, method, params));
  }

  /** The message that asks, for those who send it in a way of their own. */
  public Json asking(Id id, String method, @Nullable Json params) {
    asked.put(id.toJson().toString(), method);
    return envelope.encode(new Request(id, method, params));
  }

  /** An id that has not been used. */
  public Id nextId() {
    return Id.of(++lastId);
  }

  /** Asks and waits for the answer. */
  public Reply call(String method, @Nullable Json params) {
    return reply(ask(method, params));
  }

  /** As {@link #call(String, Json)}, with a limit of the contract's own. */
  public Reply call(String method, @Nullable Json params, Duration atMost) {
    return reply(ask(method, params), atMost);
  }

  public void notify(String method, @Nullable Json params) {
    talk.send(envelope.encode(new Notification(method, params)));
  }

  /** Waits for the answer to a question. */
  public Reply reply(Id id) {
    return reply(id, step);
  }

  /** As {@link #reply(Id)}, for so long. */
  public Reply reply(Id id, Duration atMost) {
    return replyWithin(id, atMost)
        .orElseThrow(
            () ->
                new Violation(
                    "%s did not come within %d ms%s"
                        .formatted(due(id), atMost.toMillis(), talk.lastWords())));
  }

  /** As {@link #reply(Id, Duration)}; empty if it has not come in time and may still come. */
  public Optional<Reply> replyWithin(Id id, Duration atMost) {
    String key = id.toJson().toString();
    Deadline deadline = talk.deadline(atMost);
    while (!replies.containsKey(key)) {
      switch (talk.receive(deadline.left())) {
        case Received.Frame(byte[] body) -> file(body);
        case Received.Broken(String sentence) -> throw new Violation(sentence + talk.lastWords());
        case Received.Ended _ ->
            throw new Violation(
                "its output ended where " + due(id) + " was due" + talk.lastWords());
        case Received.Nothing _ -> {
          return Optional.empty();
        }
      }
    }
    return Optional.ofNullable(replies.get(key));
  }

  private String due(Id id) {
    String key = id.toJson().toString();
    return "the reply to " + asked.getOrDefault(key, "") + " (id " + key + ")";
  }

  /** Whether an answer to it has come. */
  public boolean hasReply(Id id) {
    return replies.containsKey(id.toJson().toString());
  }

  /** The oldest notification of this kind that nobody has taken; waits for it, and takes it. */
  public Note note(Predicate<Note> wanted, String what, Duration atMost) {
    return noteWithin(wanted, atMost)
        .orElseThrow(
            () ->
                new Violation(
                    "%s did not come within %d ms%s"
                        .formatted(what, atMost.toMillis(), talk.lastWords())));
  }

  /** As {@link #note}; empty if none comes in time. */
  public Optional<Note> noteWithin(Predicate<Note> wanted, Duration atMost) {
    Deadline deadline = talk.deadline(atMost);
    while (true) {
      for (Iterator<Note> all = notes.iterator(); all.hasNext(); ) {
        Note next = all.next();
        if (wanted.test(next)) {
          all.remove();
          return Optional.of(next);
        }
      }
      switch (talk.receive(deadline.left())) {
        case Received.Frame(byte[] body) -> file(body);
        case Received.Broken(String sentence) -> throw new Violation(sentence + talk.lastWords());
        case Received.Ended _ -> throw new Violation("its output ended" + talk.lastWords());
        case Received.Nothing _ -> {
          return Optional.empty();
        }
      }
    }
  }

  /** Notifications that nobody has taken, oldest first. */
  public List<Note> notes() {
    return Collections.unmodifiableList(notes);
  }

  /** What came and was no message, or a reply that nobody waits for; one sentence each. */
  public List<String> strays() {
    return Collections.unmodifiableList(strays);
  }

  /** Replies with the id {@code null}: to something that it could not read. */
  public List<Reply> nobodys() {
    return Collections.unmodifiableList(nobodys);
  }

  /** The methods that it has asked of its host. */
  public List<String> requests() {
    return Collections.unmodifiableList(requests);
  }

  /** What hosts forgive, said once each. */
  public List<String> oddities() {
    return Collections.unmodifiableList(oddities);
  }

  /** Closes its input, reads what is still to come and waits for its exit, all within the time. */
  public Optional<ExitStatus> leave(Duration atMost) {
    talk.closeInput();
    Deadline deadline = talk.deadline(atMost);
    while (!ended && !deadline.passed()) {
      switch (talk.receive(deadline.left())) {
        case Received.Frame(byte[] body) -> file(body);
        case Received.Broken(String sentence) -> {
          strays.add(sentence);
          ended = true;
        }
        case Received.Ended _ -> ended = true;
        case Received.Nothing _ -> {}
      }
    }
    return talk.awaitExit(deadline.left());
  }

  private void file(byte[] body) {
    Json message;
    try {
      message = Json.parse(body);
    } catch (InvalidJson e) {
      strays.add("it wrote what is not JSON: \"" + excerpt(body) + '"');
      return;
    }
    if (message.kind() != Json.Kind.OBJECT) {
      strays.add("it wrote JSON that is no object: " + excerpt(body));
      return;
    }
    @Nullable Json[] found =
        JsonParts.find(message, "jsonrpc", "id", "method", "params", "result", "error");
    if (found[0] == null || !"2.0".equals(found[0].stringValue())) {
      odd("its messages do not say \"jsonrpc\":\"2.0\"");
    }
    String method = found[2] == null ? null : found[2].stringValue();
    if (method != null && found[1] != null && found[1].kind() != Json.Kind.NULL) {
      request(found[1], method);
    } else if (method != null) {
      notes.add(new Note(method, found[3] == null ? Json.EMPTY_OBJECT : found[3]));
    } else if (found[2] == null && found[1] != null) {
      reply(found[1], found[4], found[5]);
    } else {
      strays.add("it wrote an object that is no message: " + excerpt(body));
    }
  }

  private void request(Json id, String method) {
    requests.add(method);
    Id echoed = new Id.Other(id);
    talk.send(
        envelope.encode(
            method.equals("ping")
                ? new Response(echoed, Json.EMPTY_OBJECT, null, null)
                : new Response(
                    echoed,
                    null,
                    new ErrorObject(ErrorObject.METHOD_NOT_FOUND, "no method " + method),
                    null)));
  }

  private void reply(Json id, @Nullable Json result, @Nullable Json error) {
    String key = key(id);
    Json failure = error == null || error.kind() == Json.Kind.NULL ? null : error;
    Reply reply =
        new Reply(
            asked.getOrDefault(key, "what it could not read"),
            result == null ? Json.NULL : result,
            Optional.ofNullable(failure));
    if (id.kind() == Json.Kind.NULL) {
      nobodys.add(reply);
    } else if (!asked.containsKey(key)) {
      strays.add(
          "it wrote a reply with the id " + excerpt(id.toByteArray()) + ", which nobody asked");
    } else if (replies.containsKey(key)) {
      strays.add("it answered " + asked.get(key) + " (id " + key + ") twice");
    } else {
      replies.put(key, reply);
    }
  }

  /** Hosts take {@code "7"} for 7. */
  private String key(Json id) {
    String text = id.toString();
    String content = id.stringValue();
    if (!asked.containsKey(text) && content != null && asked.containsKey(content)) {
      odd("its replies have ids that are strings where those of the requests are numbers");
      return content;
    }
    return text;
  }

  private void odd(String sentence) {
    if (!oddities.contains(sentence)) {
      oddities.add(sentence);
    }
  }

  private static String excerpt(byte[] body) {
    return UntrustedText.excerpt(
        new String(body, 0, Math.min(body.length, 400), StandardCharsets.UTF_8), 80);
  }
}
