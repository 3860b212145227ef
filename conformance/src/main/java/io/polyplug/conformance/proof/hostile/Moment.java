package io.polyplug.conformance.proof.hostile;

/** When in its life a plugin sins. */
public enum Moment {
  /** Before it runs: it is the file that is wrong. */
  LAUNCH,
  /** Before it has read anything. */
  START,
  /** When it is asked who it is. */
  HANDSHAKE,
  /** When it is called. */
  CALL,
  /** When it is asked for a stream. */
  STREAM,
  /** When it is to end. */
  END,
  /** When its adapter is called, before or after its program runs. */
  ADAPTER,
  /** Of messages that no sin is about. */
  OTHER
}
