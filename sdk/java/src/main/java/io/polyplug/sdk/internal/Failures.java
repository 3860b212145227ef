package io.polyplug.sdk.internal;

import io.polyplug.sdk.Call;
import io.polyplug.sdk.ToolError;
import java.io.PrintStream;

/** What becomes of what a handler throws. */
final class Failures {
  private Failures() {}

  /**
   * The error that is told, or the interrupt of a handler that was cancelled. What nobody expected
   * leaves its trace on standard error, where its author looks for it.
   */
  static ToolError told(String tool, Throwable failure, Call call) throws InterruptedException {
    if (failure instanceof ToolError own) {
      return own;
    }
    if (failure instanceof InterruptedException cancelled && call.isCancelled()) {
      throw cancelled;
    }
    trace(call instanceof PlainCall ours ? ours.errors() : System.err, tool, failure);
    return new ToolError(ToolError.INTERNAL, messageOf(failure));
  }

  static void trace(PrintStream errors, String where, Throwable failure) {
    // In one piece: handlers run side by side.
    StringBuilder text = new StringBuilder(where).append(": ").append(failure).append('\n');
    for (StackTraceElement at : failure.getStackTrace()) {
      if (at.getClassName().startsWith("io.polyplug.sdk.internal.")) {
        break;
      }
      text.append("  at ").append(at).append('\n');
    }
    errors.print(text);
    errors.flush();
  }

  static String messageOf(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isEmpty() ? failure.getClass().getSimpleName() : message;
  }
}
