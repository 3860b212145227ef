package io.polyplug.testkit;

import io.polyplug.sdk.Key;
import io.polyplug.sdk.Picture;
import io.polyplug.sdk.Screen;
import io.polyplug.sdk.Size;

/** Screens that show little. */
final class Board implements Screen {
  static final Board BLANK = new Board();

  private Board() {}

  @Override
  public Picture render(Size size) {
    return Picture.of(size);
  }

  @Override
  public void key(Key key) {}
}
