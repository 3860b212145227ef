package io.polyplug.bab;

import io.polyplug.process.CommandResult;
import io.polyplug.wire.Json;
import java.time.Duration;

/** Says what to run, and what the output means (section 10). */
interface CommandMaker {
  /** The limit is for making the plan. */
  CommandPlan plan(RunInput input, Duration limit) throws DelegateFailure, InterruptedException;

  /** Whatever the exit was; the limit is for the reading. */
  Parsed parse(CommandResult result, RunInput input, Duration limit)
      throws DelegateFailure, InterruptedException;

  /**
   * What the output means.
   *
   * @param metadata an object
   */
  record Parsed(String content, Json metadata) {}
}
