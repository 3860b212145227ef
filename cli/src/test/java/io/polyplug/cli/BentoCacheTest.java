package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looking after kept results. */
class BentoCacheTest {
  @TempDir Path folder;
  private BentoStage stage;

  @BeforeEach
  void begin() {
    stage = BentoStage.withTwoDishes(folder);
  }

  private static String member(Json object, String name) {
    return JsonParts.members(object).get(name).toString();
  }

  @Test
  void anEmptyCacheHasNoOldestResult() {
    Json stats = stage.json("cache-stats", 0, "cache", "stats");
    assertThat(member(stats, "entries")).isEqualTo("0");
    assertThat(member(stats, "oldest_unix_seconds")).isEqualTo("null");
    assertThat(stage.run("cache", "stats").out()).contains("entries: 0 (0 B)", "oldest: none");
  }

  @Test
  void whatIsKeptIsCountedAndClearedAndNothingElse() throws IOException {
    stage.run("build", "lib");
    Path mine = Files.writeString(stage.root.resolveSibling("cache").resolve("mine"), "x");
    Json stats = stage.json("cache-stats", 0, "cache", "stats");
    assertThat(member(stats, "entries")).isEqualTo("1");
    Json cleared = stage.json("cache-clear", 0, "cache", "clear");
    assertThat(member(cleared, "cleared_entries")).isEqualTo("1");
    assertThat(member(cleared, "cleared_bytes")).isEqualTo(member(stats, "total_bytes"));
    assertThat(mine).exists();
    assertThat(member(stage.json("run", 0, "build", "lib"), "summary")).contains("\"built\":1");
  }

  @Test
  void pruningKeepsWhatIsSmallAndYoungEnough() {
    stage.run("build", "lib");
    Json kept = stage.json("cache-prune", 0, "cache", "prune", "--older-than", "1d");
    assertThat(member(kept, "remaining_entries")).isEqualTo("1");
    assertThat(member(kept, "older_than_seconds")).isEqualTo("86400");
    assertThat(member(kept, "max_size_bytes")).isEqualTo("null");
    Json gone = stage.json("cache-prune", 0, "cache", "prune", "--max-size", "1KiB");
    assertThat(member(gone, "pruned_entries")).isEqualTo("1");
    assertThat(member(gone, "max_size_bytes")).isEqualTo("1024");
  }

  @Test
  void whatIsPushedCanBePulledAgain() throws IOException {
    Map<String, byte[]> kept = new ConcurrentHashMap<>();
    HttpServer server = server(kept);
    try {
      stage.write(
          "bento.toml",
          "[cache]\nremote = 'http://127.0.0.1:" + server.getAddress().getPort() + "/team'\n");
      stage.environment.put("BENTO_CACHE_TOKEN", "secret");
      stage.run("build", "lib", "--workspace", ".");
      kept.clear();
      Json pushed = stage.json("cache-transfer", 0, "cache", "push");
      assertThat(member(pushed, "transferred")).isEqualTo("1");
      assertThat(kept.keySet()).singleElement().asString().startsWith("/team/cache/");
      assertThat(member(stage.json("cache-transfer", 0, "cache", "push"), "skipped"))
          .isEqualTo("1");
      try (Stream<Path> files = Files.list(stage.root.resolveSibling("cache"))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".tar")).toList()) {
          Files.delete(file);
        }
      }
      Json pulled = stage.json("cache-transfer", 0, "cache", "pull");
      assertThat(member(pulled, "direction")).isEqualTo("\"pull\"");
      assertThat(member(pulled, "transferred")).isEqualTo("1");
    } finally {
      server.stop(0);
    }
  }

  /** Keeps what it is given, for those with the token. */
  private static HttpServer server(Map<String, byte[]> kept) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          byte[] body = exchange.getRequestBody().readAllBytes();
          byte[] found = kept.get(path);
          boolean known =
              "Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"));
          switch (known ? exchange.getRequestMethod() : "") {
            case "PUT" -> {
              kept.put(path, body);
              exchange.sendResponseHeaders(201, -1);
            }
            case "GET" -> {
              exchange.sendResponseHeaders(
                  found == null ? 404 : 200, found == null ? -1 : found.length);
              if (found != null) {
                exchange.getResponseBody().write(found);
              }
            }
            case "HEAD" -> exchange.sendResponseHeaders(found == null ? 404 : 200, -1);
            default -> exchange.sendResponseHeaders(403, -1);
          }
          exchange.close();
        });
    server.start();
    return server;
  }
}
