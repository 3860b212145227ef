package io.polyplug.sdk;

/**
 * Answers with many messages. Called on virtual threads, many at once; an interrupt is a cancel.
 */
@FunctionalInterface
public interface StreamHandler<I> {
  /** Sends messages; the stream ends when this returns. */
  void handle(I input, ToolStream out, Call call) throws Exception;
}
