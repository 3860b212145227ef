package io.polyplug.mcp;

import io.polyplug.base.Deadline;
import io.polyplug.wire.Call;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request from its sending to its result: sent again with answers while the server has
 * questions, and to a server that had forgotten us. What comes after the first sending is done by
 * whoever awaits it. For one thread at a time.
 */
final class Question {
  private final ServerCalls calls;
  private final String method;
  private final byte[] head;
  private final @Nullable Json value;
  private final McpCallOptions options;
  private final Optional<Deadline> deadline;
  private byte[] rest = RequestMeta.NOTHING;
  private int greetings;
  private @Nullable Call call;
  private @Nullable WatchedCall watched;
  private long token;

  Question(
      ServerCalls calls, String method, byte[] head, @Nullable Json value, McpCallOptions options) {
    this.calls = calls;
    this.method = method;
    this.head = head;
    this.value = value;
    this.options = options;
    this.deadline = options.timeout().map(limit -> Deadline.in(limit, calls.context().clock()));
  }

  void send() {
    greetings = calls.greetings();
    Optional<Duration> limit =
        deadline
            .map(Deadline::left)
            .or(() -> Optional.of(calls.plugin().times().call()).filter(Duration::isPositive));
    if (options.progress().isEmpty()) {
      call = calls.begin(method, params(), limit);
    } else {
      sendWatched(limit);
    }
  }

  private void sendWatched(Optional<Duration> limit) {
    WatchedCall watching =
        new WatchedCall(
            calls.plugin().id(),
            calls.context().clock(),
            options.progress().orElseThrow(),
            options.extended(),
            limit);
    watched = watching;
    token = calls.inbox().progress().add(watching);
    try {
      call = calls.begin(method, params(), options.extended() ? Optional.empty() : limit);
      watching.begin(call);
    } catch (RuntimeException | Error failure) {
      forget();
      throw failure;
    }
  }

  private Json params() {
    return calls.meta().params(head, value, rest, token, options.meta());
  }

  private void forget() {
    if (watched != null) {
      calls.inbox().progress().remove(token);
    }
  }

  Answer await() {
    for (int round = 1; true; round++) {
      Answer answer = new Answer(calls.object(method, reply()));
      Optional<byte[]> answers = calls.rounds().next(answer);
      if (answers.isEmpty()) {
        return answer;
      }
      if (round == InputRounds.MOST) {
        throw calls.rounds().endless();
      }
      rest = answers.get();
      send();
    }
  }

  private Json reply() {
    return calls.met(
        greetings,
        this::sent,
        () -> {
          send();
          return sent();
        });
  }

  private Json sent() {
    Call sent = Objects.requireNonNull(call);
    try {
      return watched == null ? calls.replies().await(sent) : watched.await(sent, calls.replies());
    } finally {
      forget();
    }
  }

  void cancel() {
    Objects.requireNonNull(call).cancel();
    forget();
  }
}
