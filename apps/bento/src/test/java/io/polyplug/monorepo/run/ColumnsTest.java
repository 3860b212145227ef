package io.polyplug.monorepo.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How much room text takes in a terminal. */
class ColumnsTest {
  @Test
  void marksTakeNoRoomEastAsianLettersAndEmojiTwoColumnsAndColoursNone() {
    assertThat(Columns.of("abc")).isEqualTo(3);
    assertThat(Columns.of("e\u0301")).isEqualTo(1);
    assertThat(Columns.of("漢ひ한Ａ")).isEqualTo(8);
    assertThat(Columns.of("😀")).isEqualTo(2);
    assertThat(Columns.of("\u001b[31mred\u001b[0m")).isEqualTo(3);
  }

  @Test
  void whatDoesNotFitIsCutWithAMark() {
    assertThat(Columns.fit("abcdef", 6)).isEqualTo("abcdef");
    assertThat(Columns.fit("abcdef", 5)).isEqualTo("abcd…");
    assertThat(Columns.fit("漢漢漢", 4)).isEqualTo("漢…");
    assertThat(Columns.fit("abc", 0)).isEmpty();
    assertThat(Columns.fit("\u001b[31mabcdef\u001b[0m", 3)).isEqualTo("\u001b[31mab…");
  }

  @Test
  void aLongNameKeepsItsBeginningAndItsEnd() {
    assertThat(Columns.ends("service-01", 10)).isEqualTo("service-01");
    assertThat(Columns.ends("service-number-01", 10)).isEqualTo("serv…er-01");
    assertThat(Columns.of(Columns.ends("漢".repeat(20), 9))).isLessThanOrEqualTo(9);
  }
}
