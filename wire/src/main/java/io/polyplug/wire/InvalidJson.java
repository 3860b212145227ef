package io.polyplug.wire;

/** Text that is not exactly one JSON value. The message is one sentence and safe to show. */
public final class InvalidJson extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int position;

  InvalidJson(String problem, int position) {
    super("Not valid JSON: " + problem + " at byte " + position + ".");
    this.position = position;
  }

  /** Where the text stopped being JSON, counted in bytes from zero. */
  public int position() {
    return position;
  }
}
