package io.polyplug.mcp.server;

import io.polyplug.wire.Json;
import java.util.List;
import java.util.Optional;

/** The resources of a server. Called on virtual threads, many at once. */
public interface ServedResources {
  /** A page of resources. */
  Page list(Optional<String> cursor) throws Exception;

  /** A page of templates. */
  default Page templates(Optional<String> cursor) throws Exception {
    return Page.all(List.of());
  }

  /** Reads one; the result has {@code contents}. Throws {@link NoSuchResource}. */
  Json read(String uri, ServerCall call) throws Exception;

  /** There is no resource of that address. */
  final class NoSuchResource extends Exception {
    private static final long serialVersionUID = 1;

    public NoSuchResource(String uri) {
      super("Resource not found: " + uri);
    }
  }
}
