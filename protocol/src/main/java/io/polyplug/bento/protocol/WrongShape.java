package io.polyplug.bento.protocol;

/** A message is not what the contract says it is; the sentence names the member. */
public class WrongShape extends Exception {
  private static final long serialVersionUID = 1;

  public WrongShape(String sentence) {
    super(sentence);
  }

  /** One sentence without a full stop; safe to show, never null. */
  @Override
  public final String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
