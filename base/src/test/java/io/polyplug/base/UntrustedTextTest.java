package io.polyplug.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UntrustedTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "zażółć", "日本語", "👩‍💻 emoji", "a\\b", "e\u0301"})
  void printableTextOfAnyLanguageStays(String text) {
    assertThat(UntrustedText.escape(text)).isEqualTo(text);
  }

  @Test
  void controlsOfTerminalsAreEscaped() {
    assertThat(UntrustedText.escape("\u001b[31m\u0007\u009b0m\u007f"))
        .isEqualTo("\\u001b[31m\\u0007\\u009b0m\\u007f");
    assertThat(UntrustedText.escape("\u001b]0;title\u001b\\")).doesNotContain("\u001b");
  }

  @Test
  void lineBreaksOfEveryKindAreEscaped() {
    assertThat(UntrustedText.escape("a\nb\rc\td\u0085\u2028\u2029"))
        .isEqualTo("a\\nb\\rc\\td\\u0085\\u2028\\u2029");
  }

  @ParameterizedTest
  @CsvSource({"202a", "202e", "2066", "2069", "200e", "200f", "feff", "200b"})
  void marksThatTurnOrHideTextAreEscaped(String hex) {
    String mark = Character.toString(Integer.parseInt(hex, 16));
    assertThat(UntrustedText.escape("a" + mark)).isEqualTo("a\\u" + hex);
  }

  @Test
  void halvesAndHolesAreEscaped() {
    assertThat(UntrustedText.escape("\ud800x")).isEqualTo("\\ud800x");
    assertThat(UntrustedText.escape(Character.toString(0xE0001))).isEqualTo("\\u{e0001}");
  }

  @Test
  void anExcerptSaysHowMuchThereWasAndCutsNoCharacterInHalf() {
    assertThat(UntrustedText.excerpt("abc", 3)).isEqualTo("abc");
    assertThat(UntrustedText.excerpt("ab👍cd", 3)).isEqualTo("ab… (6 characters)");
  }
}
