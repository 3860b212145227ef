package io.polyplug.bench.jmh;

import io.polyplug.bench.talk.Protocol;
import io.polyplug.wire.FrameDecoder;
import io.polyplug.wire.FramingException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** A chunk of a stream, cut into frames. Each operation is one chunk of about 64 KiB. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DecoderBenchmark {
  /** Which framing. */
  @Param({"PLAIN", "MCP"})
  public Protocol protocol = Protocol.PLAIN;

  /** How large the frames are. */
  @Param({"100", "4096", "65536"})
  public int size;

  private byte[] chunk = {};
  private FrameDecoder decoder = Protocol.PLAIN.framing().decoder();

  /** Makes the chunk. */
  @Setup
  public void prepare() {
    chunk = Frames.chunk(protocol, size);
    decoder = protocol.framing().decoder();
  }

  /** Ours: frames that are arrays of their own. */
  @Benchmark
  public void decode(Blackhole sink) throws FramingException {
    decoder.feed(chunk, 0, chunk.length);
    for (byte[] frame = decoder.next(); frame != null; frame = decoder.next()) {
      sink.consume(frame);
    }
  }

  /** The least that anybody could do: one copy of the same bytes. */
  @Benchmark
  public byte[] copy() {
    return chunk.clone();
  }
}
