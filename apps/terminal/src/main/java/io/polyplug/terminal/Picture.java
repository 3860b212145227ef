package io.polyplug.terminal;

import io.polyplug.ainb.protocol.Modifier;
import java.awt.AWTError;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Draws a grid as a picture: exact cells, each glyph inside its own. One picture, one thread. */
final class Picture {
  private static final int MOST_CELLS = 1 << 17;
  private static final int FONT_SIZE = 16;
  private static final int FOREGROUND = 0xD8D8D8;
  private static final int BACKGROUND = 0x16161A;

  private final Grid grid;
  private final Font font = new Font(Font.MONOSPACED, Font.PLAIN, FONT_SIZE);
  private final int cellWidth;
  private final int cellHeight;
  private final int ascent;

  private Picture(Grid grid) {
    this.grid = grid;
    Graphics2D probe = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
    FontMetrics metrics = probe.getFontMetrics(font);
    cellWidth = metrics.charWidth('M');
    ascent = metrics.getAscent();
    cellHeight = ascent + metrics.getDescent();
    probe.dispose();
    if (cellWidth <= 0 || !font.canDisplay('M')) {
      throw new IllegalStateException("the monospaced font is empty");
    }
  }

  static byte[] png(Grid grid) {
    if (grid.width() * grid.height() > MOST_CELLS || grid.width() == 0 || grid.height() == 0) {
      throw new IllegalArgumentException(
          "A frame of " + grid.width() + " by " + grid.height() + " cells makes no picture.");
    }
    return measured(grid).draw();
  }

  /** The first use of a font is where a machine without fonts or display shows itself. */
  private static Picture measured(Grid grid) {
    try {
      return new Picture(grid);
    } catch (AWTError noDisplay) {
      throw new IllegalStateException(
          "The display of this machine cannot be reached; start Java with"
              + " -Djava.awt.headless=true.",
          noDisplay);
    } catch (RuntimeException | InternalError | LinkageError noFont) {
      throw new IllegalStateException(
          "No usable font is installed; install fontconfig and a monospaced font such as DejaVu.",
          noFont);
    }
  }

  private byte[] draw() {
    BufferedImage image =
        new BufferedImage(
            grid.width() * cellWidth, grid.height() * cellHeight, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = image.createGraphics();
    pen.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    for (int y = 0; y < grid.height(); y++) {
      for (int x = 0; x < grid.width(); x++) {
        if (grid.glyph(x, y).width() > 0) {
          drawCell(pen, x, y);
        }
      }
    }
    pen.dispose();
    var out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", out);
    } catch (IOException notInMemory) {
      throw new UncheckedIOException(notInMemory);
    }
    return out.toByteArray();
  }

  private void drawCell(Graphics2D pen, int x, int y) {
    Glyph glyph = grid.glyph(x, y);
    Style style = grid.style(x, y);
    int fg = style.fg() == Style.OWN ? FOREGROUND : style.fg();
    int bg = style.bg() == Style.OWN ? BACKGROUND : style.bg();
    boolean reversed = style.is(Modifier.REVERSED);
    int paper = reversed ? fg : bg;
    int ink = reversed ? bg : fg;
    int left = x * cellWidth;
    int top = y * cellHeight;
    int width = glyph.width() * cellWidth;
    pen.setClip(left, top, width, cellHeight);
    pen.setColor(new Color(paper));
    pen.fillRect(left, top, width, cellHeight);
    if (style.is(Modifier.HIDDEN)) {
      return;
    }
    pen.setColor(new Color(style.is(Modifier.DIM) ? halfway(ink, paper) : ink));
    if (!glyph.text().isBlank()) {
      drawGlyph(pen, glyph.text(), style, left, top, width);
    }
    if (style.is(Modifier.UNDERLINED)) {
      pen.fillRect(left, top + ascent + 2, width, 1);
    }
    if (style.is(Modifier.CROSSED_OUT)) {
      pen.fillRect(left, top + ascent * 2 / 3, width, 1);
    }
  }

  private void drawGlyph(Graphics2D pen, String text, Style style, int left, int top, int width) {
    int variant =
        (style.is(Modifier.BOLD) ? Font.BOLD : 0) | (style.is(Modifier.ITALIC) ? Font.ITALIC : 0);
    Font styled = font.deriveFont(variant);
    double advance = styled.getStringBounds(text, pen.getFontRenderContext()).getWidth();
    if (advance > width) {
      // A glyph from another font may be wider than its cells: narrower is better than cut.
      styled = styled.deriveFont(AffineTransform.getScaleInstance(width / advance, 1));
      advance = width;
    }
    pen.setFont(styled);
    pen.drawString(text, left + (float) ((width - advance) / 2), top + ascent);
  }

  private static int halfway(int one, int other) {
    return ((one & 0xFEFEFE) >> 1) + ((other & 0xFEFEFE) >> 1);
  }
}
