package io.polyplug.monorepo.files;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of {@code .gitignore} and {@code .ignore} that hold in a folder: its own and those of
 * all folders above it. Of each kind the deepest file that says something decides, and in it the
 * last line that does; {@code .ignore} comes before {@code .gitignore}. Immutable.
 *
 * <p>Paths have one character for every byte.
 */
public final class IgnoreRules {
  /** The names of the files that hold rules, those that come first first. */
  static final String[] FILES = {".ignore", ".gitignore"};

  /** No rules. */
  public static final IgnoreRules NONE = new IgnoreRules(null, 0, List.of(), List.of());

  private final @Nullable IgnoreRules above;
  private final int base;
  private final List<IgnoreRule> ignore;
  private final List<IgnoreRule> gitignore;

  private IgnoreRules(
      @Nullable IgnoreRules above, int base, List<IgnoreRule> ignore, List<IgnoreRule> gitignore) {
    this.above = above;
    this.base = base;
    this.ignore = ignore;
    this.gitignore = gitignore;
  }

  /**
   * The rules of a folder below.
   *
   * @param base the length of the folder's absolute path and of the slash after it
   * @param ignore the content of its {@code .ignore}; null if there is none
   */
  IgnoreRules with(int base, @Nullable String ignore, @Nullable String gitignore) {
    List<IgnoreRule> first = parse(ignore);
    List<IgnoreRule> second = parse(gitignore);
    return first.isEmpty() && second.isEmpty() ? this : new IgnoreRules(this, base, first, second);
  }

  /** The names of the files that hold rules. */
  public static List<String> fileNames() {
    return List.of(FILES);
  }

  boolean isEmpty() {
    return above == null;
  }

  /**
   * Whether an entry is left out, if the folders that it is in are not.
   *
   * @param path absolute
   */
  boolean ignores(String path, boolean folder) {
    int decision = 0;
    for (IgnoreRules rules = this; rules != null && decision == 0; rules = rules.above) {
      decision = decide(rules.ignore, path, rules.base, folder);
    }
    for (IgnoreRules rules = this; rules != null && decision == 0; rules = rules.above) {
      decision = decide(rules.gitignore, path, rules.base, folder);
    }
    return decision > 0;
  }

  private static int decide(List<IgnoreRule> rules, String path, int base, boolean folder) {
    if (rules.isEmpty()) {
      return 0;
    }
    String relative = path.substring(base);
    int name = relative.lastIndexOf('/') + 1;
    for (int i = rules.size() - 1; i >= 0; i--) {
      IgnoreRule rule = rules.get(i);
      if (rule.matches(relative, name, folder)) {
        return rule.negated() ? -1 : 1;
      }
    }
    return 0;
  }

  private static List<IgnoreRule> parse(@Nullable String content) {
    if (content == null) {
      return List.of();
    }
    List<IgnoreRule> rules = new ArrayList<>();
    // The three bytes that some editors put before UTF-8.
    int at = content.startsWith("\u00EF\u00BB\u00BF") ? 3 : 0;
    while (at < content.length()) {
      int end = content.indexOf('\n', at);
      int next = end < 0 ? content.length() : end;
      int last = next > at && content.charAt(next - 1) == '\r' ? next - 1 : next;
      IgnoreRule rule = IgnoreRule.parse(content.substring(at, last));
      if (rule != null) {
        rules.add(rule);
      }
      at = next + 1;
    }
    return rules;
  }
}
