package io.polyplug.bab.bridge;

import io.polyplug.host.Failure;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The adapter of one plugin in a runtime process of its own. Any number of calls at once, from any
 * thread; all of them fail with the reason the moment the process is gone.
 */
public interface Adapter extends AutoCloseable {
  /** How an adapter is used (section 8). */
  enum Mode {
    SIMPLE,
    LEGACY,
    /** The module exports neither. */
    NONE
  }

  Mode mode();

  /** Whether it has this function: {@code validate}, {@code discover}, {@code listModels}, … */
  boolean has(String function);

  /**
   * Calls a function with these arguments, awaits its promise and gives what it returned; {@code
   * null} for nothing. An interrupt stops the waiting.
   */
  Json call(String function, List<Json> arguments, Duration limit)
      throws AdapterFailure, InterruptedException;

  /**
   * Runs a legacy adapter. Events are told in order as they come; returns after the last one. No
   * time limit. An interrupt stops the waiting; who wants the run to end cancels it.
   */
  void run(Json input, Consumer<Json> onEvent) throws AdapterFailure, InterruptedException;

  /** Completes once, when the process is gone, with the reason. */
  CompletionStage<Failure> ended();

  OptionalLong pid();

  /** Ends the process; returns when it is gone, in bounded time. */
  @Override
  void close();
}
