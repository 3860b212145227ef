package io.polyplug.monorepo.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.monorepo.WorkspaceProblem;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.go|a/b/main.go|true",
        "**/*.go|main.go|true",
        "**/*.go|a/main.go|true",
        "**/*.go|main.gox|false",
        "src/*|src/a/b|true",
        "src/**|src|false",
        "src/**|src/a|true",
        "src/**|srca/a|false",
        "**|.hidden/x|true",
        "**/*|x|true",
        "a/**/b|a/b|true",
        "a/**/b|a/x/y/b|true",
        "a/**/b|a/xb|false",
        "**/b|b|true",
        "**/b|a/b|true",
        "**/b|ab|false",
        "a**b|a/x/b|true",
        "a?b|a/b|true",
        "[a-c]x|bx|true",
        "[!a-c]x|bx|false",
        "[^a-c]x|dx|true",
        "[]x]|]|true",
        "{a,b/*}.txt|b/c.txt|true",
        "{a,{b,c}}|c|true",
        "\\*|*|true",
        "\\*|a|false",
        "\\{a\\}|{a}|true",
        "[{,}]|,|true",
        "A|a|false",
        "*/**/*.c|a/b.c|true",
        "é?|éü|true",
        "?|😀|true",
        "a/**|a/b/c|true",
        "**/a/**|a/b|true",
        "**/a/**|x/a/b|true",
        "**/a/**|xa/b|false",
      })
  void aGlobMatchesWhatTheDocumentSays(String glob, String path, boolean matches)
      throws WorkspaceProblem {
    assertThat(Globs.of(List.of(glob)).matches(path)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"[a|'['", "{a,b|'{'", "a}|'}'", "a\\|backslash", "[z-a]|range"})
  void aGlobThatIsNoneIsAProblemThatNamesIt(String glob, String why) {
    assertThatThrownBy(() -> Globs.of(List.of(glob)))
        .isInstanceOf(WorkspaceProblem.class)
        .hasMessageContaining("'" + glob + "'")
        .hasMessageContaining(why);
  }

  @Test
  void aBombOfAlternativesIsAProblem() {
    assertThatThrownBy(() -> Globs.of(List.of("{a,b}".repeat(40))))
        .hasMessageContaining("too many alternatives");
  }

  @Test
  void manyStarsDoNotTakeForever() throws WorkspaceProblem {
    assertThat(Globs.of(List.of("*a".repeat(50) + "?b/**/c")).matches("a".repeat(5000))).isFalse();
  }

  @Test
  void anyGlobMatchesWhatItsRegularExpressionMatches() throws WorkspaceProblem {
    Random random = new Random(11);
    String[] parts = {"*", "**", "**/", "/**", "/**/", "/", "a", "b", ".", "?", "[ab]", "[!a]"};
    String[] names = {"a", "b", "/", ".", "ab", "/a", "c"};
    for (int round = 0; round < 60_000; round++) {
      String glob = random(random, parts, 6);
      String path = random(random, names, 8);
      assertThat(Globs.of(List.of(glob)).matches(path))
          .as("%s on %s", glob, path)
          .isEqualTo(Pattern.compile(regex(glob), Pattern.DOTALL).matcher(path).matches());
    }
  }

  private static String random(Random random, String[] parts, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i >= 0; i--) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }

  private static String regex(String glob) {
    if (glob.equals("**")) {
      return ".*";
    }
    StringBuilder regex = new StringBuilder();
    String rest = glob;
    while (rest.startsWith("**/")) {
      regex.append("(?:/?|.*/)");
      rest = rest.substring(3);
    }
    while (!rest.isEmpty()) {
      if (rest.startsWith("/**/")) {
        regex.append("(?:/|/.*/)");
        rest = rest.substring(4);
        while (rest.startsWith("**/")) {
          regex.append("(?:|.*/)");
          rest = rest.substring(3);
        }
      } else if (rest.equals("/**")) {
        regex.append("/.*");
        rest = "";
      } else if (rest.startsWith("*")) {
        regex.append(".*");
        rest = rest.substring(1);
      } else if (rest.startsWith("?")) {
        regex.append('.');
        rest = rest.substring(1);
      } else if (rest.startsWith("[")) {
        int end = rest.indexOf(']') + 1;
        regex.append(rest, 0, end);
        rest = rest.substring(end);
      } else {
        regex.append(Pattern.quote(rest.substring(0, 1)));
        rest = rest.substring(1);
      }
    }
    return regex.toString().replace("[!", "[^");
  }
}
