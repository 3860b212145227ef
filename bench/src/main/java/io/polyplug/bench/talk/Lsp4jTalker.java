package io.polyplug.bench.talk;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.eclipse.lsp4j.jsonrpc.services.JsonRequest;

/** LSP4J as its users use it: an interface of requests, the result as a tree of Gson. */
public final class Lsp4jTalker implements Talker {
  /** The requests that the child answers. */
  public interface Echo {
    /** Answers its params. */
    @JsonRequest("echo")
    CompletableFuture<JsonElement> echo(JsonElement params);
  }

  private final Lsp4jChild<Echo> child;
  private final JsonElement params;

  /** With a child of its own. */
  public Lsp4jTalker(Path program, int size) throws IOException {
    child = Lsp4jChild.start(program, Echo.class, new Object());
    params = JsonParser.parseString(Protocol.PLAIN.params(size));
  }

  @Override
  public Reply send() {
    CompletableFuture<JsonElement> result = child.remote().echo(params);
    return result::get;
  }

  @Override
  public void close() {
    child.close();
  }
}
