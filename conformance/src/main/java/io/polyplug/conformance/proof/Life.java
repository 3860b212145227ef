package io.polyplug.conformance.proof;

import io.polyplug.conformance.proof.hostile.Moment;
import io.polyplug.conformance.proof.hostile.Sin;

/** Which processes a plugin of a contract has, and for how long. */
enum Life {
  /** One for all calls. */
  KEPT,
  /** One for each call. */
  PER_CALL,
  /** One program for each call, behind an adapter whose process is kept. */
  BEHIND_ADAPTER;

  /** Whether a program starts for each call, so that its time has a start in it. */
  boolean startsForCalls() {
    return this != KEPT;
  }

  /** Whether there is somebody before a sin of this moment who could outlive it. */
  boolean isThereBefore(Moment moment) {
    return switch (moment) {
      case LAUNCH, HANDSHAKE, OTHER -> false;
      case START -> this == BEHIND_ADAPTER;
      case CALL, STREAM, END, ADAPTER -> this != PER_CALL;
    };
  }

  /** Whether the sin is one of a process that a caller waits for, and not of one that is kept. */
  boolean isOfCall(Sin sin) {
    return switch (this) {
      case KEPT -> false;
      case PER_CALL -> true;
      case BEHIND_ADAPTER -> sin.moment() != Moment.ADAPTER && sin != Sin.IGNORES_SHUTDOWN;
    };
  }

  /** Whether nothing but who answers may be left after this way back. */
  boolean leavesNothing(String recovery) {
    return this == BEHIND_ADAPTER || !recovery.equals(Recovery.SAME_PROCESS.words());
  }
}
