package io.polyplug.wire;

/** How the messages for a handler are run. */
public enum Order {
  /**
   * One after another with all other ordered messages of the peer, in the order of arrival; a reply
   * that arrived after them completes its call after them. A slow handler holds up the others.
   */
  ORDERED,
  /** Each on a virtual thread of its own, at once. */
  CONCURRENT
}
