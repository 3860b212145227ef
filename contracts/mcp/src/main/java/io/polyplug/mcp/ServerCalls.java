package io.polyplug.mcp;

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
import java.util.function.Supplier;
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
    Supplier<Json> asking = () -> replies.await(begin(method, plain(members), Optional.of(limit)));
    return object(method, met(greetings, asking, asking));
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
    return send(method, head, value, options).await();
  }

  /** As {@link #askWithInput}, sent and not yet waited for. */
  Question send(String method, byte[] head, @Nullable Json value, McpCallOptions options) {
    Question question = new Question(this, method, head, value, options);
    question.send();
    return question;
  }

  RequestMeta meta() {
    return meta;
  }

  McpPlugin plugin() {
    return plugin;
  }

  InstanceContext context() {
    return context;
  }

  ServerInbox inbox() {
    return inbox;
  }

  InputRounds rounds() {
    return rounds;
  }

  /** How often the server was greeted again. */
  int greetings() {
    return greetings;
  }

  Call begin(String method, @Nullable Json params, Optional<Duration> limit) {
    if (stopping) {
      throw new Failure(FailureCode.UNAVAILABLE, plugin.id(), "it is being stopped").thrown();
    }
    context.activity().run();
    return link.peer()
        .call(method, params, limit.map(CallOptions::within).orElse(CallOptions.NONE));
  }

  /**
   * What is answered; a server that has forgotten us is greeted again and asked once more.
   *
   * @param before how often it had been greeted again when the first question was sent
   */
  Json met(int before, Supplier<Json> first, Supplier<Json> again) {
    try {
      return first.get();
    } catch (PluginFailure failure) {
      if (failure.failure().code() != FailureCode.UNAVAILABLE || !greeted(before)) {
        throw failure;
      }
      return again.get();
    }
  }

  /** Whether a server that had forgotten us was greeted again since there were so many. */
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

  /** The result, which has to be an object. */
  Json object(String method, Json result) {
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
