package io.polyplug.door;

/** A request is turned away: a status and a sentence for its sender. */
public final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  public Refused(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
