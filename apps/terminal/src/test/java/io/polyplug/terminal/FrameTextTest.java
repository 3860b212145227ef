package io.polyplug.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Frames without a terminal. */
class FrameTextTest {
  private static final int RED = 0xFF0000;
  private static final int BLUE = 0x0000FF;

  @Test
  void textHasALineForEachRowWithoutTrailingBlanks() {
    assertThat(FrameText.text(Frames.lines(9, 3, "ab  c   ", "", "宽x"))).isEqualTo("ab  c\n\n宽x");
  }

  @Test
  void hiddenTextIsNotInTheText() {
    assertThat(
            FrameText.text(
                Frames.buffer(3, 1, new Cell(0, 0, "s", null, null, 0x80), new Cell(1, 0, "x"))))
        .isEqualTo(" x");
  }

  @Test
  void ansiSetsColoursOnceAndEndsWithNothingSet() {
    assertThat(
            FrameText.ansi(
                Frames.buffer(
                    5,
                    2,
                    new Cell(0, 0, "a"),
                    Frames.colored(1, 0, "b", RED),
                    Frames.colored(2, 0, "c", RED),
                    new Cell(0, 1, "d"))))
        .isEqualTo("a\u001b[38;2;255;0;0mbc\u001b[0m\nd");
  }

  @Test
  void escapeSequencesInSymbolsAreInNone() {
    var buffer = Frames.buffer(1, 1, new Cell(0, 0, "\u001b]0;x\u0007"));
    assertThat(FrameText.text(buffer)).isEqualTo("\uFFFD");
    assertThat(FrameText.ansi(buffer)).isEqualTo("\uFFFD");
  }

  @Test
  void aFrameTooLargeToShowIsRefusedInOneSentence() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FrameText.text(Frames.buffer(65535, 65535)))
        .withMessageContaining("65535 by 65535");
  }

  private static BufferedImage picture(int width, int height, Cell... cells) throws IOException {
    byte[] png = FrameText.png(Frames.buffer(width, height, cells));
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  private static int pixel(BufferedImage image, int columns, int column, boolean right) {
    int cell = image.getWidth() / columns;
    return image.getRGB(column * cell + (right ? cell - 1 : 0), 0) & 0xFFFFFF;
  }

  @Test
  void everyCellOfAPictureHasTheSameSize() throws IOException {
    BufferedImage one = picture(1, 1);
    BufferedImage many = picture(13, 7, new Cell(3, 3, "宽"), new Cell(1, 1, "W"));
    assertThat(many.getWidth()).isEqualTo(13 * one.getWidth());
    assertThat(many.getHeight()).isEqualTo(7 * one.getHeight());
  }

  @Test
  void theBackgroundOfAWideGlyphFillsTwoCells() throws IOException {
    Color blue = Color.of(BLUE);
    BufferedImage image =
        picture(
            4,
            1,
            new Cell(1, 0, "宽", null, blue, 0),
            new Cell(3, 0, "", Color.of(RED), blue, 0x10));
    assertThat(pixel(image, 4, 0, true)).isNotEqualTo(BLUE);
    assertThat(pixel(image, 4, 1, false)).isEqualTo(BLUE);
    assertThat(pixel(image, 4, 2, true)).isEqualTo(BLUE);
    assertThat(pixel(image, 4, 3, false)).as("reversed").isEqualTo(RED);
  }

  @Test
  void aGlyphNeverLeavesItsCell() throws IOException {
    BufferedImage image =
        picture(
            3,
            1,
            new Cell(0, 0, " ", null, Color.of(BLUE), 0),
            new Cell(1, 0, "﷽", Color.of(RED), null, 0x05),
            new Cell(2, 0, " ", null, Color.of(BLUE), 0));
    int cell = image.getWidth() / 3;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < cell; x++) {
        assertThat(image.getRGB(x, y) & 0xFFFFFF).isEqualTo(BLUE);
        assertThat(image.getRGB(2 * cell + x, y) & 0xFFFFFF).isEqualTo(BLUE);
      }
    }
  }
}
