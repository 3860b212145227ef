package io.polyplug.bowire.protocol;

import java.util.List;
import java.util.Optional;

/**
 * A service that a sidecar found behind a URL, with everything filled in that SDKs leave out (5.5).
 * All texts are the sidecar's.
 *
 * @param name what calls name it by
 * @param packageName where it belongs; may be empty
 * @param methods in the sidecar's order
 * @param source always the protocol id of the sidecar that was asked
 * @param originUrl the URL that it was found behind
 */
public record Service(
    String name,
    String packageName,
    List<Method> methods,
    String source,
    Optional<String> description,
    Optional<String> version,
    String originUrl) {
  public Service {
    methods = List.copyOf(methods);
  }
}
