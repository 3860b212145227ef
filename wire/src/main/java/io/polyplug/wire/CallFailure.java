package io.polyplug.wire;

import io.polyplug.base.UntrustedText;
import java.time.Duration;

/** Why a call has no result. A closed list; each has one sentence that is safe to show. */
public sealed interface CallFailure {
  /** No reply came in time. */
  record Timeout(Duration after) implements CallFailure {
    @Override
    public String sentence() {
      return "No reply came within " + after + ".";
    }
  }

  /** The caller gave up. */
  record Cancelled() implements CallFailure {
    @Override
    public String sentence() {
      return "The call was cancelled.";
    }
  }

  /** The connection ended before the reply. */
  record Disconnected(EndReason reason) implements CallFailure {
    @Override
    public String sentence() {
      return "The connection ended before the reply: " + reason.sentence();
    }
  }

  /** A bound was reached on this side; nothing was sent. */
  record Overloaded(String sentence) implements CallFailure {}

  /** The reply was there, but was no reply. */
  record ProtocolViolation(String sentence) implements CallFailure {}

  /** This message alone could not be sent. */
  record SendFailed(String sentence) implements CallFailure {}

  /**
   * The other end answered with an error.
   *
   * @param text the error object as it came
   */
  record RemoteError(ErrorObject error, Json text) implements CallFailure {
    @Override
    public String sentence() {
      return "The other end answered with error "
          + error.code()
          + ": "
          + UntrustedText.excerpt(error.message(), MESSAGE_SHOWN);
    }

    private static final int MESSAGE_SHOWN = 500;
  }

  /** For people. */
  String sentence();
}
