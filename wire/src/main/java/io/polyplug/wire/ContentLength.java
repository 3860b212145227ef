package io.polyplug.wire;

/**
 * A header block with {@code Content-Length}, an empty line, and so many bytes. Header names
 * compare without case, white space around name and value is nothing, a repeated length replaces
 * the earlier one.
 *
 * @param maxHeader most bytes of a header block, terminators included
 * @param maxBody most bytes of a body, seen before any of it is stored
 * @param maxOutbound most bytes of a body that we send
 * @param bareLineFeed whether LF alone ends a header line, too
 * @param unknownHeaders whether other headers are passed over instead of refused
 * @param headerMustBeUtf8 whether header bytes are checked
 * @param badUtf8 what becomes of a body that is not UTF-8
 */
public record ContentLength(
    int maxHeader,
    int maxBody,
    int maxOutbound,
    boolean bareLineFeed,
    boolean unknownHeaders,
    boolean headerMustBeUtf8,
    BadUtf8 badUtf8)
    implements Framing {
  /** 8 KiB of header, 16 MiB of body; CRLF and no other header. */
  public static final ContentLength STRICT =
      new ContentLength(8 << 10, 16 << 20, 16 << 20, false, false, true, BadUtf8.PASS);

  /** 8 KiB of header, 64 MiB of body; LF and other headers pass, the body must be UTF-8. */
  public static final ContentLength LENIENT =
      new ContentLength(8 << 10, 64 << 20, 64 << 20, true, true, false, BadUtf8.REFUSE);

  @Override
  public FrameDecoder decoder() {
    return new ContentLengthDecoder(this);
  }
}
