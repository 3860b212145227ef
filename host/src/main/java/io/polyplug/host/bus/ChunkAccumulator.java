package io.polyplug.host.bus;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts data together that was published in several chunks on one topic. A batch begins with chunk
 * 0, which discards an unfinished one; a chunk that does not continue the batch at hand is dropped,
 * because data without its beginning is worse than none. Used by one thread.
 *
 * @param <T> the data of one chunk
 */
public final class ChunkAccumulator<T> {
  private final long version;
  private final int mostChunks;
  private @Nullable List<T> parts;
  private long batch;

  /**
   * For chunks of this version of the data.
   *
   * @param mostChunks a batch of more is dropped
   */
  public ChunkAccumulator(long version, int mostChunks) {
    this.version = version;
    this.mostChunks = mostChunks;
  }

  /**
   * One chunk, as its publisher described it.
   *
   * @param version of the data
   * @param batch the same for all chunks of a batch, and for no other
   * @param index from 0
   * @param last whether it is the last of its batch
   */
  public record Chunk<T>(long version, long batch, long index, boolean last, T data) {}

  /** What became of a chunk. */
  public sealed interface Outcome<T> {
    /** It was taken, and more are to come. */
    record Taken<T>() implements Outcome<T> {}

    /** It was the last one: all of the batch, in order. */
    record Complete<T>(List<T> parts) implements Outcome<T> {}

    /** It continues nothing, or its batch is too large. */
    record Dropped<T>(String why) implements Outcome<T> {}

    /** It is of another version; the batch at hand stays. */
    record OtherVersion<T>(long version) implements Outcome<T> {}
  }

  /** Takes the next chunk. */
  public Outcome<T> take(Chunk<T> chunk) {
    if (chunk.version() != version) {
      return new Outcome.OtherVersion<>(chunk.version());
    }
    if (chunk.index() == 0) {
      parts = new ArrayList<>();
      batch = chunk.batch();
    }
    List<T> at = parts;
    if (at == null) {
      return new Outcome.Dropped<>("chunk " + chunk.index() + " came without a chunk 0");
    }
    if (chunk.batch() != batch) {
      return new Outcome.Dropped<>("chunk " + chunk.index() + " is of another batch");
    }
    if (at.size() >= mostChunks) {
      parts = null;
      return new Outcome.Dropped<>("a batch of more than " + mostChunks + " chunks");
    }
    at.add(chunk.data());
    if (!chunk.last()) {
      return new Outcome.Taken<>();
    }
    parts = null;
    return new Outcome.Complete<>(List.copyOf(at));
  }
}
