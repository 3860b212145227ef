package io.polyplug.wire;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one call wants to have different.
 *
 * @param timeout how long to wait for the reply; null: for ever
 * @param deadlineStart when that time begins to run; null: as the dialect says
 * @param onTimeout what follows; null: as the dialect says
 * @param lane which lane; null: the peer's default
 */
public record CallOptions(
    @Nullable Duration timeout,
    Dialect.@Nullable DeadlineStart deadlineStart,
    Dialect.@Nullable OnTimeout onTimeout,
    @Nullable LaneSpec lane) {
  /** No time limit, the default lane. */
  public static final CallOptions NONE = new CallOptions(null, null, null, null);

  /** With a time limit. */
  public static CallOptions within(Duration timeout) {
    return new CallOptions(timeout, null, null, null);
  }

  /** The same in another lane. */
  public CallOptions in(LaneSpec other) {
    return new CallOptions(timeout, deadlineStart, onTimeout, other);
  }

  /** The same with the time running from another moment. */
  public CallOptions from(Dialect.DeadlineStart start) {
    return new CallOptions(timeout, start, onTimeout, lane);
  }

  /** The same with something else following a time-out. */
  public CallOptions onTimeout(Dialect.OnTimeout action) {
    return new CallOptions(timeout, deadlineStart, action, lane);
  }
}
