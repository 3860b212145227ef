package io.polyplug.host.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.bus.ChunkAccumulator.Chunk;
import io.polyplug.host.bus.ChunkAccumulator.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules for those who hear data in chunks. */
class ChunkAccumulatorTest {
  private final ChunkAccumulator<String> chunks = new ChunkAccumulator<>(3, 4);

  private Outcome<String> take(long batch, int index, boolean last) {
    return chunks.take(new Chunk<>(3, batch, index, last, batch + "/" + index));
  }

  @Test
  void aBatchIsCompleteWithItsLastChunk() {
    assertThat(take(1, 0, false)).isInstanceOf(Outcome.Taken.class);
    assertThat(take(1, 1, false)).isInstanceOf(Outcome.Taken.class);
    assertThat(take(1, 2, true)).isEqualTo(new Outcome.Complete<>(List.of("1/0", "1/1", "1/2")));
    assertThat(take(2, 0, true)).isEqualTo(new Outcome.Complete<>(List.of("2/0")));
  }

  @Test
  void aChunkWithoutABeginningIsDropped() {
    assertThat(take(1, 1, false)).isInstanceOf(Outcome.Dropped.class);
    assertThat(take(1, 2, true)).isInstanceOf(Outcome.Dropped.class);
    assertThat(take(2, 0, true)).isInstanceOf(Outcome.Complete.class);
    assertThat(take(2, 1, true)).isInstanceOf(Outcome.Dropped.class);
  }

  @Test
  void aNewBeginningDiscardsTheUnfinishedBatch() {
    take(1, 0, false);
    take(2, 0, false);
    assertThat(take(1, 1, true)).isInstanceOf(Outcome.Dropped.class);
    assertThat(take(2, 1, true)).isEqualTo(new Outcome.Complete<>(List.of("2/0", "2/1")));
  }

  @Test
  void anotherVersionIsToldAndChangesNothing() {
    take(1, 0, false);
    assertThat(chunks.take(new Chunk<>(4, 9, 0, true, "new")))
        .isEqualTo(new Outcome.OtherVersion<>(4));
    assertThat(take(1, 1, true)).isEqualTo(new Outcome.Complete<>(List.of("1/0", "1/1")));
  }

  @Test
  void aBatchWithoutEndIsGivenUp() {
    for (int i = 0; i < 4; i++) {
      assertThat(take(1, i, false)).isInstanceOf(Outcome.Taken.class);
    }
    assertThat(take(1, 4, true)).isInstanceOf(Outcome.Dropped.class);
    assertThat(take(1, 5, true)).isInstanceOf(Outcome.Dropped.class);
  }
}
