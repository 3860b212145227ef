package io.polyplug.bab;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of an answer (section 15).
 *
 * @param content without its summary, trimmed and cut to size
 * @param summary the inside of the first pair of tags, trimmed
 */
record AnswerText(String content, Optional<String> summary) {
  private static final Pattern OPENING = Pattern.compile("<summary>", Pattern.CASE_INSENSITIVE);
  private static final Pattern CLOSING = Pattern.compile("</summary>", Pattern.CASE_INSENSITIVE);
  private static final int LONGEST = 20_000;
  private static final int HEAD = 18_000;
  private static final int TAIL = 2_000;

  /** Two searches and not one with a gap: that would take quadratic time with many openings. */
  static AnswerText of(String text) {
    Matcher opening = OPENING.matcher(text);
    if (opening.find()) {
      Matcher closing = CLOSING.matcher(text);
      if (closing.find(opening.end())) {
        String rest = text.substring(0, opening.start()) + text.substring(closing.end());
        String inside = text.substring(opening.end(), closing.start());
        return new AnswerText(cut(JsText.trim(rest)), Optional.of(JsText.trim(inside)));
      }
    }
    return new AnswerText(cut(JsText.trim(text)), Optional.empty());
  }

  private static String cut(String text) {
    return text.length() <= LONGEST
        ? text
        : JsText.wellFormed(
            text.substring(0, HEAD)
                + "\n\n...[truncated "
                + (text.length() - LONGEST)
                + " chars]...\n\n"
                + text.substring(text.length() - TAIL));
  }
}
