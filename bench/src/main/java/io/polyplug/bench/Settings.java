package io.polyplug.bench;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param rounds how often each contender has its turn
 * @param slice how long a turn of calls lasts
 * @param warmUp how long each contender runs before the first round
 * @param inFlight calls under way at once in the pipelined rows
 * @param flood notifications in a turn
 * @param starts children in a turn
 * @param running numbers of idle children beside which others are started
 * @param commandRounds how often each command is started
 * @param plugins idle plugins in the row about many of them
 * @param manyRounds how often so many plugins are started
 * @param packageMegabytes the size of the package that is installed
 * @param dishes sizes of the monorepos
 */
public record Settings(
    int rounds,
    Duration slice,
    Duration warmUp,
    int inFlight,
    int flood,
    int starts,
    List<Integer> running,
    int commandRounds,
    int plugins,
    int manyRounds,
    int packageMegabytes,
    List<Integer> dishes) {
  /** For numbers to believe: some minutes on a quiet machine. */
  public static final Settings FULL =
      new Settings(
          11,
          millis(300),
          millis(2_000),
          64,
          300_000,
          40,
          List.of(1, 250, 1_000),
          25,
          1_000,
          5,
          100,
          List.of(10, 100, 1_000));

  /** For a look while working: fewer and shorter rounds, some minutes in all. */
  public static final Settings QUICK =
      new Settings(
          5,
          millis(120),
          millis(600),
          64,
          150_000,
          15,
          List.of(1, 250, 1_000),
          7,
          1_000,
          3,
          100,
          List.of(10, 100));

  private static Duration millis(long count) {
    return Duration.ofMillis(count);
  }
}
