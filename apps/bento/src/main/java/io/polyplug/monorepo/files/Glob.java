package io.polyplug.monorepo.files;

import io.polyplug.monorepo.WorkspaceProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One glob without braces, as tokens. A token is a code point that means itself, or one of the
 * negative values below.
 */
final class Glob {
  /** Any characters, none included. */
  static final int STAR = -1;

  /** Nothing, or anything that ends with a slash; always first or after a slash. */
  static final int FOLDERS = -2;

  static final int ANY = -3;

  /** The first class; the next one is smaller by one. */
  static final int CLASS = -4;

  private final int[] tokens;
  private final List<CharacterClass> classes;

  private Glob(int[] tokens, List<CharacterClass> classes) {
    this.tokens = tokens;
    this.classes = classes;
  }

  static Glob parse(String glob, String text) throws WorkspaceProblem {
    int[] tokens = new int[text.length()];
    int count = 0;
    List<CharacterClass> classes = new ArrayList<>(0);
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (c == '*') {
        int after = i;
        while (after < text.length() && text.charAt(after) == '*') {
          after++;
        }
        boolean folders =
            after - i == 2
                && (i == 0 || text.charAt(i - 1) == '/')
                && after < text.length()
                && text.charAt(after) == '/';
        tokens[count++] = folders ? FOLDERS : STAR;
        i = folders ? after + 1 : after;
      } else if (c == '?') {
        tokens[count++] = ANY;
        i++;
      } else if (c == '[') {
        int end = CharacterClass.end(glob, text, i);
        tokens[count++] = CLASS - classes.size();
        classes.add(CharacterClass.parse(glob, text, i, end));
        i = end;
      } else {
        if (c == '\\') {
          i++;
          if (i == text.length()) {
            throw Braces.problem(glob, "ends with a backslash");
          }
          c = text.codePointAt(i);
        }
        tokens[count++] = c;
        i += Character.charCount(c);
      }
    }
    return new Glob(Arrays.copyOf(tokens, count), classes);
  }

  /** How many of the first tokens mean themselves. */
  int literals() {
    int count = 0;
    while (count < tokens.length && tokens[count] >= 0) {
      count++;
    }
    return count;
  }

  int size() {
    return tokens.length;
  }

  int token(int index) {
    return tokens[index];
  }

  /** Tokens that mean themselves, as text. */
  String text(int from, int to) {
    return new String(tokens, from, to - from);
  }

  /**
   * Only the last wildcard is ever tried again: what an earlier one could give up, the last one can
   * take.
   */
  boolean matches(String path) {
    int token = 0;
    int at = 0;
    int retryToken = -1;
    int retryAt = 0;
    while (true) {
      if (token < tokens.length && (tokens[token] == STAR || tokens[token] == FOLDERS)) {
        retryToken = token++;
        retryAt = at;
      } else if (token < tokens.length && at < path.length() && one(tokens[token], path, at)) {
        at += Character.charCount(path.codePointAt(at));
        token++;
      } else if (token == tokens.length && at == path.length()) {
        return true;
      } else {
        if (retryToken < 0 || retryAt >= path.length()) {
          return false;
        }
        if (tokens[retryToken] == STAR) {
          retryAt++;
        } else {
          int slash = path.indexOf('/', retryAt);
          if (slash < 0) {
            return false;
          }
          retryAt = slash + 1;
        }
        at = retryAt;
        token = retryToken + 1;
      }
    }
  }

  private boolean one(int token, String path, int at) {
    if (token == ANY) {
      return true;
    }
    int c = path.codePointAt(at);
    return token >= 0 ? token == c : classes.get(CLASS - token).has(c);
  }
}
