package io.polyplug.wire;

/**
 * One message per line, ended by LF. Blanks, tabs and CRs around the text are passed over and do
 * not count against the limit; no other character ends a line.
 *
 * @param maxLine most bytes of a line without the white space around it
 * @param maxOutbound most bytes of a line that we send
 * @param blankLines whether an empty line is passed over or is a frame without bytes
 * @param lastLineNeedsEnd whether text after the last LF is a truncated frame instead of a line
 * @param badUtf8 what becomes of a line that is not UTF-8
 */
public record Ndjson(
    int maxLine, int maxOutbound, BlankLines blankLines, boolean lastLineNeedsEnd, BadUtf8 badUtf8)
    implements Framing {
  /** What an empty line is. */
  public enum BlankLines {
    SKIP,
    DELIVER
  }

  /** 16 MiB a line each way, blank lines skipped, malformed UTF-8 replaced. */
  public static final Ndjson STANDARD =
      new Ndjson(16 << 20, 16 << 20, BlankLines.SKIP, false, BadUtf8.REPLACE);

  @Override
  public FrameDecoder decoder() {
    return new NdjsonDecoder(this);
  }
}
