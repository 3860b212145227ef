package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows in columns. */
class TableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    assertThat(Table.of(List.of("A", "B"), List.of(List.of("one", "x"), List.of("三", ""))))
        .containsExactly("A    B", "one  x", "三");
  }

  @Test
  void aCellThatIsVeryWideStandsOutOfItsColumn() {
    String wide = "w".repeat(5_000);
    assertThat(Table.of(List.of("A", "B"), List.of(List.of("one", "x"), List.of(wide, "y"))))
        .containsExactly("A    B", "one  x", wide + "  y");
  }
}
