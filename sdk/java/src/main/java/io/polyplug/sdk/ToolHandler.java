package io.polyplug.sdk;

import org.jspecify.annotations.Nullable;

/** Does what a tool is for. Called on virtual threads, many at once; an interrupt is a cancel. */
@FunctionalInterface
public interface ToolHandler<I> {
  /**
   * The output: a record, a {@link io.polyplug.wire.Json}, a text, a number, a boolean, an enum, an
   * {@link java.util.Optional}, a map, a list or an array of these, or null.
   */
  @Nullable Object handle(I input, Call call) throws Exception;
}
