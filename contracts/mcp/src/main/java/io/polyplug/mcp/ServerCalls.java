package io.polyplug.mcp;

import io.polyplug.base.Deadline;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.Replies;
import io.polyplug.mcp.protocol.McpVersions;
import io.polyplug.wire.Call;
import io.polyplug.wire.CallOptions;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to one server and waits for their results: with the metadata, the time limits, the
 * progress and the rounds of input that they have. Safe from any thread.
 */
final class ServerCalls {
  private final McpPlugin plugin;
  private final InstanceContext context;
  private final McpLink link;
  private final ServerInbox inbox;
  private final Replies replies;
  private final InputRounds rounds;
  private final Object greeting = new Object();
  private volatile int greetings;
  private volatile RequestMeta meta;
  private volatile boolean stopping;

  ServerCalls(
      McpPlugin plugin,
      InstanceContext context,
      McpLink link,
      ServerInbox inbox,
      RequestMeta meta) {
    this.plugin = plugin;
    this.context = context;
    this.link = link;
    this.inbox = inbox;
    this.meta = meta;
    this.replies = link.replies();
    this.rounds = new InputRounds(plugin.id(), inbox.features());
  }

  Replies replies() {
    return replies;
  }

  /** What requests say from here on. */
  void meta(RequestMeta changed) {
    meta = changed;
  }

  void stop() {
    stopping = true;
  }

  /** A request that no user waits for long; its result is an object. */
  Json ask(String method, Json members) {
    return ask(method, members, plugin.times().request());
  }

  Json ask(String method, Json members, Duration limit) {
    return object(
        method, met(() -> replies.await(begin(method, plain(members), Optional.of(limit)))));
  }

  private @Nullable Json plain(Json members) {
    RequestMeta current = meta;
    return current.isEmpty() && members.equals(Json.EMPTY_OBJECT) ? null : current.params(members);
  }

  /** A request that has no end of its own; the caller cancels it. */
  Call listen(String method, Json members) {
    return begin(method, plain(members), Optional.empty());
  }

  /**
   * A request that the server may answer with questions.
   *
   * @param head the members before the value, with its name
   */
  Answer askWithInput(String method, byte[] head, @Nullable Json value, McpCallOptions options) {
    Optional<Deadline> deadline =
        options.timeout().map(limit -> Deadline.in(limit, context.clock()));
    byte[] rest = RequestMeta.NOTHING;
    for (int round = 0; round < InputRounds.MOST; round++) {
      byte[] more = rest;
      Optional<Duration> limit =
          deadline
              .map(Deadline::left)
              .or(() -> Optional.of(plugin.times().call()).filter(Duration::isPositive));
      Answer answer =
          new Answer(object(method, met(() -> once(method, head, value, more, options, limit))));
      Optional<byte[]> answers = rounds.next(answer);
      if (answers.isEmpty()) {
        return answer;
      }
      rest = answers.get();
    }
    throw rounds.endless();
  }

  private Json once(
      String method,
      byte[] head,
      @Nullable Json value,
      byte[] rest,
      McpCallOptions options,
      Optional<Duration> limit) {
    RequestMeta current = meta;
    if (options.progress().isEmpty()) {
      Json params = current.params(head, value, rest, 0, options.meta());
      return replies.await(begin(method, params, limit));
    }
    WatchedCall watched =
        new WatchedCall(
            plugin.id(), context.clock(), options.progress().get(), options.extended(), limit);
    long token = inbox.progress().add(watched);
    try {
      Json params = current.params(head, value, rest, token, options.meta());
      return watched.await(
          begin(method, params, options.extended() ? Optional.empty() : limit), replies);
    } finally {
      inbox.progress().remove(token);
    }
  }

  private Call begin(String method, @Nullable Json params, Optional<Duration> limit) {
    if (stopping) {
      throw new Failure(FailureCode.UNAVAILABLE, plugin.id(), "it is being stopped").thrown();
    }
    context.activity().run();
    return link.peer()
        .call(method, params, limit.map(CallOptions::within).orElse(CallOptions.NONE));
  }

  private interface Asking {
    Json ask();
  }

  /** Greets a server that has forgotten us again, and asks once more. */
  private Json met(Asking asking) {
    int before = greetings;
    try {
      return asking.ask();
    } catch (PluginFailure failure) {
      if (failure.failure().code() != FailureCode.UNAVAILABLE || !greeted(before)) {
        throw failure;
      }
      return asking.ask();
    }
  }

  private boolean greeted(int before) {
    synchronized (greeting) {
      if (link.isForgotten()) {
        var _ =
            new Handshake(plugin.id(), link, inbox.features().capabilities())
                .initialize(McpVersions.LEGACY, plugin.times().start());
        greetings = greetings + 1;
      }
      return greetings != before;
    }
  }

  private Json object(String method, Json result) {
    if (result.kind() != Json.Kind.OBJECT) {
      throw new Failure(
              FailureCode.MALFORMED_RESPONSE,
              plugin.id(),
              "its reply to " + method + " is no object")
          .thrown();
    }
    return result;
  }
}
