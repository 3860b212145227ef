package io.polyplug.host;

import io.polyplug.host.Supervisor.Lease;
import java.util.Optional;

/**
 * A started call that gives its instance back when it is over, and has the host's listeners told.
 */
final class ObservedCall implements Started<ToolResult> {
  private final Started<ToolResult> call;
  private final Lease lease;
  private final CallNote note;
  private boolean over;

  ObservedCall(Started<ToolResult> call, Lease lease, CallNote note) {
    this.call = call;
    this.lease = lease;
    this.note = note;
  }

  @Override
  public ToolResult await() {
    if (over) {
      throw new IllegalStateException("This call was awaited or closed before.");
    }
    over = true;
    Optional<String> error = Optional.of(FailureCode.UNAVAILABLE.code());
    try {
      ToolResult result = call.await();
      error = Optional.empty();
      return result;
    } catch (PluginFailure failure) {
      error = Optional.of(failure.code());
      throw note.told(failure);
    } catch (PluginException failure) {
      error = Optional.of(failure.code());
      throw failure;
    } finally {
      end(error);
    }
  }

  @Override
  public void close() {
    if (!over) {
      over = true;
      try {
        call.close();
      } finally {
        end(Optional.of(FailureCode.CANCELLED.code()));
      }
    }
  }

  private void end(Optional<String> error) {
    try {
      lease.close();
    } finally {
      note.ended(error, false);
    }
  }
}
