package io.polyplug.host;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One running instance as its contract hands it to the host: call it, list it, close it.
 *
 * <p>Every method may be called from any thread. Calls block; each ends within its own deadlines,
 * and every call under way fails with the reason the moment the instance ends.
 */
public interface Session extends AutoCloseable {
  /** The id of the plugin that this is an instance of. */
  String plugin();

  /** Calls a unary tool; throws {@link PluginException}. */
  ToolResult call(String tool, ToolCall call);

  /**
   * Sends a call of a unary tool and returns while it is under way; null where that needs a thread
   * which waits. What is returned need not bear being awaited twice.
   */
  default @Nullable Started<ToolResult> start(String tool, ToolCall call) {
    return null;
  }

  /** Starts a stream tool. */
  default ToolStream stream(String tool, ToolCall call) {
    throw unsupported("streams");
  }

  /** Opens a channel tool. */
  default ToolChannel open(String tool, ToolCall call) {
    throw unsupported("channels");
  }

  /** What this instance offers, for the target if the contract needs one. */
  List<ToolInfo> tools(ToolQuery query);

  /** As {@link #tools}, with what of it could not be used, where the contract can tell. */
  default ToolList toolList(ToolQuery query) {
    return new ToolList(tools(query), List.of());
  }

  /** Completes once, when the instance is gone: with the reason, also after {@link #close}. */
  CompletionStage<Failure> ended();

  /**
   * False while the contract has a reason to keep an idle instance, such as a live subscription.
   */
  default boolean mayBeReaped() {
    return true;
  }

  /** Why it should not be relied on just now although it runs; empty if all is well. */
  default Optional<String> complaint() {
    return Optional.empty();
  }

  /** The process, if the instance is one of ours. */
  default OptionalLong pid() {
    return OptionalLong.empty();
  }

  /** What it said when it was greeted, where the contract has it introduce itself. */
  default Optional<Greeting> greeting() {
    return Optional.empty();
  }

  /** Ends the instance, for a contract that ends it differently if it will not come back. */
  default void end(Ending ending) {
    close();
  }

  /** Ends the instance by the contract's ladder; returns when it is gone, in bounded time. */
  @Override
  void close();

  private PluginFailure unsupported(String what) {
    return new Failure(FailureCode.UNSUPPORTED, plugin(), "its contract has no " + what).thrown();
  }
}
