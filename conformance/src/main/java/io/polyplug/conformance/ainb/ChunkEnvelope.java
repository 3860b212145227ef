package io.polyplug.conformance.ainb;

import io.polyplug.ainb.protocol.Fields;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.Map;
import java.util.Optional;

/**
 * What a payload says of itself as a chunk (7.1): a JSON object, or a map of MessagePack.
 *
 * @param publishedNs the same for all chunks of a batch
 * @param index from 0
 * @param last whether it is the last of its batch
 */
record ChunkEnvelope(long publishedNs, long index, boolean last) {
  private static final long MOST_INDEX = 0xFFFF_FFFFL;

  /** The envelope; empty if the payload is in none. */
  static Optional<ChunkEnvelope> of(byte[] payload) {
    Optional<ChunkEnvelope> json = ofJson(payload);
    return json.isPresent() ? json : ofMessagePack(payload);
  }

  private static Optional<ChunkEnvelope> ofJson(byte[] payload) {
    try {
      Fields fields = Fields.of(Json.parse(payload));
      if (!fields.has("version") || !fields.has("published_ns")) {
        return Optional.empty();
      }
      long index = fields.unsigned("chunk_index", 0);
      return Optional.of(
          new ChunkEnvelope(
              fields.unsigned("published_ns", 0),
              index,
              !fields.has("is_final") || fields.flag("is_final")));
    } catch (InvalidJson | RpcException noEnvelope) {
      return Optional.empty();
    }
  }

  private static Optional<ChunkEnvelope> ofMessagePack(byte[] payload) {
    Map<String, Long> scalars = MessagePackMap.scalars(payload);
    Long published = scalars.get("published_ns");
    if (published == null || !scalars.containsKey("version")) {
      return Optional.empty();
    }
    long index = scalars.getOrDefault("chunk_index", 0L);
    return index < 0 || index > MOST_INDEX
        ? Optional.empty()
        : Optional.of(
            new ChunkEnvelope(published, index, scalars.getOrDefault("is_final", 1L) != 0));
  }
}
