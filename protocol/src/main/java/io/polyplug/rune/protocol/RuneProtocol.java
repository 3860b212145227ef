package io.polyplug.rune.protocol;

import io.polyplug.wire.Framing;
import io.polyplug.wire.Ndjson;

/** The constants of the contract; section numbers are those of its specification. */
public final class RuneProtocol {
  /** The version that both sides speak (section 2). */
  public static final String VERSION = "rterm.plugin.v1";

  /** The longest line, without the white space around it (section 4). */
  public static final int MAX_LINE = 1_048_576;

  /** Most bytes of white space after the response (section 8.1). */
  public static final int MAX_TRAILING = 64 * 1024;

  /** Most bytes of standard error that are kept (section 3). */
  public static final int STDERR_TAIL = 8 * 1024;

  /**
   * One JSON object per line (section 4). A blank line is a line, and a bad one; the host's own
   * lines are not limited by the contract.
   */
  public static final Framing FRAMING =
      new Ndjson(
          MAX_LINE,
          Integer.MAX_VALUE - 16,
          Ndjson.BlankLines.DELIVER,
          false,
          Framing.BadUtf8.REPLACE);

  private RuneProtocol() {}
}
