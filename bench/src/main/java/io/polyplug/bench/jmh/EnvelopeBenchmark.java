package io.polyplug.bench.jmh;

import io.polyplug.wire.Dialect;
import io.polyplug.wire.Envelope;
import io.polyplug.wire.Inbound;
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
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One reply: whose it is and where its result lies. Both ways see every byte and refuse what is not
 * JSON, so what the parser of the wire gains is what it saves by not being general.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EnvelopeBenchmark {
  /** How large the reply is. */
  @Param({"100", "4096", "65536"})
  public int size;

  private final Envelope envelope = new Envelope(Dialect.standard());
  private final JsonFactory factory = new JsonFactory();
  private byte[] body = {};

  /** Makes the reply. */
  @Setup
  public void prepare() {
    body = Frames.body(size);
  }

  /** The parser of the wire. */
  @Benchmark
  public Inbound wire() {
    return envelope.parse(body);
  }

  /** Jackson's streaming parser over the same bytes, payload skipped and not built. */
  @Benchmark
  public long jackson() {
    long id = 0;
    long from = 0;
    long to = 0;
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), body)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "id" -> id = parser.getLongValue();
          case "result" -> {
            from = parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            to = parser.currentLocation().getByteOffset();
          }
          default -> parser.skipChildren();
        }
      }
    }
    return id + from + to;
  }
}
