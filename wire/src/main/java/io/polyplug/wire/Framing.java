package io.polyplug.wire;

/**
 * How messages are delimited on a stream of bytes, as data. Immutable; a {@link FrameDecoder} holds
 * the state of one stream.
 */
public sealed interface Framing permits ContentLength, MarkedLines, Ndjson {
  /** What to do with a frame whose bytes are not UTF-8. */
  enum BadUtf8 {
    /** Hand it on; the envelope will not be JSON. */
    PASS,
    /** Replace what is malformed by U+FFFD and hand it on. */
    REPLACE,
    /** It is a violation. */
    REFUSE
  }

  /** The largest frame that may be sent, in bytes of its body. */
  int maxOutbound();

  /** A decoder in front of the first byte. */
  FrameDecoder decoder();
}
