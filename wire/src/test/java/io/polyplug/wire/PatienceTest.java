package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatienceTest {
  private static final long SHORTEST = 100_000;

  private final Patience patience = new Patience(SHORTEST);

  private long times() {
    return patience.nanos() / SHORTEST;
  }

  private void growAll(int usesPerShortest) {
    for (int i = 0; i < 20; i++) {
      patience.grow(Math.max(1, (int) times() * usesPerShortest));
    }
  }

  @Test
  void itBeginsWithTheShortest() {
    assertThat(times()).isEqualTo(1);
  }

  @Test
  void callersThatComeAndGoMakeItALittleLonger() {
    patience.grow(1);
    assertThat(times()).isEqualTo(2);
    for (int i = 0; i < 20; i++) {
      patience.grow(1);
    }
    assertThat(times()).isEqualTo(5);
  }

  @Test
  void callersInQuickSuccessionMakeItMuchLonger() {
    growAll(1);
    assertThat(times()).isEqualTo(Patience.MOST);
    growAll(100);
    assertThat(times()).isEqualTo(Patience.MOST);
  }

  @Test
  void whenTheyBecomeFewItIsShortAgain() {
    growAll(10);
    patience.grow(3);
    assertThat(times()).isEqualTo(5);
  }
}
