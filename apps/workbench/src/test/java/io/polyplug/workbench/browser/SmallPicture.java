package io.polyplug.workbench.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Pictures with few colours, which is enough for a page: a quarter of the size. Pure functions. */
final class SmallPicture {
  private static final Path FOLDER = Path.of("target", "pictures");
  private static final int MOST_COLOURS = 128;

  private SmallPicture() {}

  /** Writes it; gives how many bytes it has. */
  static long write(byte[] png, String name) throws IOException {
    BufferedImage full = ImageIO.read(new ByteArrayInputStream(png));
    int[] palette = palette(full);
    byte[][] parts = new byte[3][palette.length];
    for (int i = 0; i < palette.length; i++) {
      parts[0][i] = (byte) (palette[i] >> 16);
      parts[1][i] = (byte) (palette[i] >> 8);
      parts[2][i] = (byte) palette[i];
    }
    IndexColorModel colours = new IndexColorModel(8, palette.length, parts[0], parts[1], parts[2]);
    BufferedImage small =
        new BufferedImage(
            full.getWidth(), full.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colours);
    Map<Integer, Integer> known = new HashMap<>();
    for (int y = 0; y < full.getHeight(); y++) {
      for (int x = 0; x < full.getWidth(); x++) {
        int index = known.computeIfAbsent(full.getRGB(x, y), it -> nearest(it, palette));
        small.getRaster().setSample(x, y, 0, index);
      }
    }
    Files.createDirectories(FOLDER);
    Path file = FOLDER.resolve(name + ".png");
    ImageIO.write(small, "png", file.toFile());
    return Files.size(file);
  }

  /** The colours that occur most, of those that can be told apart. */
  private static int[] palette(BufferedImage image) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        counts.merge(image.getRGB(x, y) & 0xf8f8f8, 1, Integer::sum);
      }
    }
    Map<Integer, Integer> exact = new HashMap<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int colour = image.getRGB(x, y) & 0xffffff;
        exact.putIfAbsent(colour & 0xf8f8f8, colour);
      }
    }
    List<Integer> most =
        counts.entrySet().stream()
            .sorted(Comparator.comparingDouble(it -> -weight(it.getKey(), it.getValue())))
            .limit(MOST_COLOURS)
            .map(it -> exact.getOrDefault(it.getKey(), it.getKey()))
            .toList();
    return most.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Colours that say something, such as green, are rarer than greys and are to stay. */
  private static double weight(int colour, int count) {
    int red = (colour >> 16) & 0xff;
    int green = (colour >> 8) & 0xff;
    int blue = colour & 0xff;
    int most = Math.max(red, Math.max(green, blue));
    int least = Math.min(red, Math.min(green, blue));
    return count * (1 + (most - least) / 4.0);
  }

  private static int nearest(int colour, int[] palette) {
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < palette.length; i++) {
      int red = ((colour >> 16) & 0xff) - ((palette[i] >> 16) & 0xff);
      int green = ((colour >> 8) & 0xff) - ((palette[i] >> 8) & 0xff);
      int blue = (colour & 0xff) - (palette[i] & 0xff);
      int distance = red * red + green * green + blue * blue;
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    return best;
  }
}
