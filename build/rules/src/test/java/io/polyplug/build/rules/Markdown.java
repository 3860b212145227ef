package io.polyplug.build.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The fenced blocks of a Markdown file. A comment {@code <!-- file: x -->} before one names it. */
final class Markdown {
  private static final String FENCE = "```";
  private static final String FILE = "<!-- file: ";

  /** One fenced block. */
  record Block(int line, String language, String file, String text) {}

  private Markdown() {}

  static List<Block> blocks(Path page) throws IOException {
    List<Block> blocks = new ArrayList<>();
    String file = "";
    String language = null;
    StringBuilder text = new StringBuilder();
    int number = 0;
    int start = 0;
    for (String line : Files.readAllLines(page)) {
      number++;
      if (language == null && line.startsWith(FILE)) {
        file = line.substring(FILE.length(), line.indexOf(" -->"));
      } else if (language == null && line.startsWith(FENCE)) {
        language = line.substring(FENCE.length()).strip();
        start = number;
        text.setLength(0);
      } else if (language != null && line.equals(FENCE)) {
        blocks.add(new Block(start, language, file, text.toString()));
        language = null;
        file = "";
      } else if (language != null) {
        text.append(line).append('\n');
      }
    }
    if (language != null) {
      throw new IllegalStateException(page + " has a block without an end at line " + start);
    }
    return blocks;
  }
}
