package io.polyplug.host;

import io.polyplug.host.Supervisor.Lease;
import java.util.Optional;

/** A call of a tool that gives its instance back and has the host's listeners told of its end. */
final class ObservedCall extends AwaitedOnce<ToolResult> {
  private final Started<ToolResult> call;
  private final Lease lease;
  private final CallNote note;

  ObservedCall(Started<ToolResult> call, Lease lease, CallNote note) {
    this.call = call;
    this.lease = lease;
    this.note = note;
  }

  @Override
  ToolResult awaitNow() {
    return note.noting(
        () -> {
          try (lease) {
            return call.await();
          }
        },
        error -> note.ended(error, false));
  }

  @Override
  void cancelNow() {
    try (lease) {
      call.close();
    } finally {
      note.ended(Optional.of(FailureCode.CANCELLED.code()), false);
    }
  }
}
