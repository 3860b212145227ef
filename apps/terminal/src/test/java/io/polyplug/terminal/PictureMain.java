package io.polyplug.terminal;

/** Draws a picture and says what became of it. */
public final class PictureMain {
  private PictureMain() {}

  /** Takes nothing. */
  public static void main(String[] args) {
    try {
      FrameText.png(Frames.lines(3, 1, "abc"));
      System.out.print("drawn");
    } catch (IllegalStateException refused) {
      System.out.print(refused.getMessage());
    }
  }
}
