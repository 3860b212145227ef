package io.polyplug.workbench;

import io.polyplug.base.Sha256;
import io.polyplug.door.Exchange;
import io.polyplug.door.Refused;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The files of the page: our own, and the libraries as they are in their jars. Nothing else is
 * reachable, and the browser is told to run and load nothing else either. Safe from any thread.
 */
final class PageFiles {
  private static final String OWN = "page/";
  private static final String LIBRARIES = "/_static/";
  private static final Pattern PLAIN = Pattern.compile("(/[A-Za-z0-9_@-][A-Za-z0-9._@-]*)+");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "json", "application/json");

  private final byte[] index;
  private final String policy;
  private final Map<String, byte[]> kept = new ConcurrentHashMap<>();

  private PageFiles(byte[] index, String policy) {
    this.index = index;
    this.policy = policy;
  }

  static PageFiles load() throws IOException {
    String map = importMap();
    String text = new String(resource(OWN + "index.html").orElseThrow(), StandardCharsets.UTF_8);
    return new PageFiles(
        text.replace("{{importmap}}", map).getBytes(StandardCharsets.UTF_8), policy(map));
  }

  /** Only our own scripts, and the map by its digest: nothing that is put into the page runs. */
  private static String policy(String map) {
    byte[] digest = Sha256.digest().digest(map.getBytes(StandardCharsets.UTF_8));
    return "default-src 'none'; script-src 'self' 'sha256-"
        + Base64.getEncoder().encodeToString(digest)
        + "'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self';"
        + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  }

  /** What each library says where its modules are, in one map. */
  private static String importMap() throws IOException {
    Map<String, Json> all = new TreeMap<>();
    for (URL url : Collections.list(loader().getResources("META-INF/importmap.json"))) {
      try (InputStream in = url.openStream()) {
        Json imports = JsonParts.members(Json.parse(in.readAllBytes())).get("imports");
        if (imports != null) {
          all.putAll(JsonParts.members(imports));
        }
      }
    }
    return Json.object(
            out -> {
              out.writeObjectPropertyStart("imports");
              all.forEach(
                  (name, place) -> {
                    out.writeName(name);
                    place.writeTo(out);
                  });
              out.writeEndObject();
            })
        .toString();
  }

  void serve(Exchange exchange) throws IOException, Refused {
    if (!exchange.method().equals("GET")) {
      throw new Refused(405, "files of the page can be read only");
    }
    String path = exchange.path();
    byte[] content = path.equals("/") ? index : file(path);
    String ending = path.equals("/") ? "html" : path.substring(path.lastIndexOf('.') + 1);
    exchange.answer(
        200,
        Map.of(
            "Content-Type",
            TYPES.getOrDefault(ending, "application/octet-stream"),
            "Content-Security-Policy",
            policy,
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            path.startsWith(LIBRARIES) ? "public, max-age=31536000, immutable" : "no-cache"),
        content);
  }

  private byte[] file(String path) throws IOException, Refused {
    byte[] known = kept.get(path);
    if (known != null) {
      return known;
    }
    Optional<byte[]> found = Optional.empty();
    if (PLAIN.matcher(path).matches() && path.contains(".")) {
      found =
          path.startsWith(LIBRARIES)
              ? library("META-INF/resources" + path)
              : resource(OWN + path.substring(1));
    }
    byte[] content = found.orElseThrow(() -> new Refused(404, "there is no such page"));
    kept.put(path, content);
    return content;
  }

  private static Optional<byte[]> resource(String name) throws IOException {
    try (InputStream in = PageFiles.class.getResourceAsStream(name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    }
  }

  private static Optional<byte[]> library(String name) throws IOException {
    try (InputStream in = loader().getResourceAsStream(name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    }
  }

  private static ClassLoader loader() {
    return PageFiles.class.getClassLoader();
  }
}
