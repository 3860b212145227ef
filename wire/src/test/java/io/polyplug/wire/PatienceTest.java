package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatienceTest {
  private static final long SHORTEST = 100_000;

  private final Patience patience = new Patience(SHORTEST);

  /** How long it slept until callers had come for so long, at least one each shortest time. */
  private void quickFor(long nanos) {
    for (long slept = 0; slept < nanos; ) {
      slept += patience.nanos();
      patience.grow((int) (patience.nanos() / SHORTEST) + 1);
    }
  }

  @Test
  void itBeginsWithTheShortestAndGrowsWithTheTimeForWhichCallersCome() {
    assertThat(patience.nanos()).isEqualTo(SHORTEST);
    quickFor(8 * SHORTEST);
    assertThat(patience.nanos()).isEqualTo(SHORTEST);
    quickFor(56 * SHORTEST);
    assertThat(patience.nanos()).isBetween(8 * SHORTEST, 9 * SHORTEST);
  }

  @Test
  void callersInQuickSuccessionMakeItLongUpToABound() {
    quickFor(10_000 * SHORTEST);
    assertThat(patience.nanos()).isEqualTo(Patience.MOST * SHORTEST);
  }

  @Test
  void callersThatComeAndGoMakeItALittleLonger() {
    for (int i = 0; i < 1_000; i++) {
      patience.grow(1);
    }
    assertThat(patience.nanos()).isEqualTo(Patience.USUAL * SHORTEST);
  }

  @Test
  void whenTheyBecomeFewItIsShortAgain() {
    quickFor(10_000 * SHORTEST);
    patience.grow(3);
    assertThat(patience.nanos()).isEqualTo(Patience.USUAL * SHORTEST);
  }

  @Test
  void ifACallerComesRightAfterItsEndItBeginsWithTwiceAsMuchUpToABound() {
    patience.judge(SHORTEST / 2, true);
    assertThat(patience.nanos()).as("what is under way").isEqualTo(SHORTEST);
    patience.begin();
    assertThat(patience.nanos()).isEqualTo(2 * SHORTEST);
    for (int i = 0; i < 100; i++) {
      patience.judge(SHORTEST / 2, true);
    }
    patience.begin();
    assertThat(patience.nanos()).isEqualTo(Patience.MOST * SHORTEST);
    patience.grow(1);
    assertThat(patience.nanos()).isEqualTo(Patience.MOST * SHORTEST);
  }

  @Test
  void whatComesWithoutACallerOrACallerThatComesLateMakesItBeginShort() {
    patience.judge(0, true);
    patience.judge(0, false);
    patience.begin();
    assertThat(patience.nanos()).isEqualTo(SHORTEST);
    patience.judge(0, true);
    patience.judge(Patience.MOST * SHORTEST, true);
    patience.begin();
    assertThat(patience.nanos()).isEqualTo(SHORTEST);
  }

  @Test
  void aStandByOfADayStaysOne() {
    Patience endless = new Patience(86_400_000_000_000L);
    for (int i = 0; i < 1_000; i++) {
      endless.grow(1);
    }
    assertThat(endless.nanos()).isEqualTo(Patience.USUAL * 86_400_000_000_000L);
  }
}
