package io.polyplug.wire;

import java.util.function.Supplier;

/**
 * A frame on its way out. The transport calls exactly one of {@link #written}, {@link #answered},
 * {@link #failed} and {@link #lost}, except for frames it holds when it is closed; none may block.
 */
public interface OutboundFrame {
  /** The body. From here on the array belongs to the transport. */
  FrameBytes bytes();

  /**
   * Whether the other end owes an answer to it. Where a send has an answer of its own, one without
   * any content is then a failure.
   */
  default boolean expectsAnswer() {
    return false;
  }

  /**
   * Has this run, on any thread and perhaps twice, when nobody waits for the answer any more, so
   * that the transport need not either. It must not block. Runs at once if that is so already.
   */
  default void onAbandoned(Runnable stop) {}

  /** All of it has been given to the operating system, or the other end has taken it. */
  default void written() {}

  /**
   * The send had an answer of its own, and the listener was told. There will be no other: who still
   * waits for one, because this was none, waits no longer.
   *
   * @param noReply says so, safe to show; asked at most once
   */
  default void answered(Supplier<String> noReply) {
    written();
  }

  /** It was not sent, or not whole; other frames may still be. */
  default void failed(String sentence) {}

  /** It was not sent, and no other will be: the end of the connection follows. */
  default void lost(String sentence) {}
}
