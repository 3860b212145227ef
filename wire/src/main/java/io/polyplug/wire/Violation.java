package io.polyplug.wire;

/** Why a stream of bytes is not a stream of frames. Each ends the stream: nobody resynchronises. */
public enum Violation {
  HEADER_TOO_LONG,
  HEADER_LINE_END,
  HEADER_NOT_UTF8,
  HEADER_WITHOUT_COLON,
  HEADER_UNKNOWN,
  LENGTH_MISSING,
  LENGTH_NOT_A_NUMBER,
  BODY_TOO_LONG,
  BODY_NOT_UTF8,
  LINE_TOO_LONG,
  /** The stream ended inside a frame. */
  TRUNCATED
}
