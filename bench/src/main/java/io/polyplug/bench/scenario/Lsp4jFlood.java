package io.polyplug.bench.scenario;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.polyplug.bench.talk.Lsp4jChild;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.eclipse.lsp4j.jsonrpc.services.JsonNotification;

/** LSP4J, which calls the consumer on the thread that reads. Reaches messages per second. */
final class Lsp4jFlood implements Contender {
  /** What the child understands. */
  public interface Flooder {
    /** Asks for the flood. */
    @JsonNotification("flood")
    void flood(JsonElement params);
  }

  /** What the child sends. */
  public static final class Ticks {
    private final int count;
    private final Semaphore all = new Semaphore(0);
    private int seen;

    Ticks(int count) {
      this.count = count;
    }

    /** Counts one. */
    @JsonNotification("tick")
    public void tick(JsonElement params) {
      seen++;
      if (seen == count) {
        seen = 0;
        all.release();
      }
    }
  }

  private final Ticks ticks;
  private final Lsp4jChild<Flooder> child;
  private final JsonElement params;

  Lsp4jFlood(Path program, int count) throws IOException {
    ticks = new Ticks(count);
    child = Lsp4jChild.start(program, Flooder.class, ticks);
    params = JsonParser.parseString("{\"count\":" + count + "}");
  }

  @Override
  public String name() {
    return "LSP4J";
  }

  @Override
  public double turn(Duration length) throws InterruptedException {
    long began = System.nanoTime();
    child.remote().flood(params);
    ticks.all.acquire();
    return ticks.count * 1e9 / (System.nanoTime() - began);
  }

  @Override
  public void close() {
    child.close();
  }
}
