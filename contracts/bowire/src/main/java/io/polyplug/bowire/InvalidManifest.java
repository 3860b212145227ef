package io.polyplug.bowire;

import io.polyplug.host.config.TextPlace;

/** A {@code sidecar.json} that cannot be used; the problem is safe to show. */
final class InvalidManifest extends Exception {
  private static final long serialVersionUID = 1;

  private final String problem;
  private final String key;
  private final transient TextPlace place;

  /** It is wrong as a whole. */
  InvalidManifest(String problem) {
    this(problem, "", TextPlace.NONE);
  }

  /** It is wrong at the key with this path. */
  InvalidManifest(String problem, String key) {
    this(problem, key, TextPlace.NONE);
  }

  /** It is no JSON from this place on. */
  InvalidManifest(String problem, TextPlace place) {
    this(problem, "", place);
  }

  private InvalidManifest(String problem, String key, TextPlace place) {
    super(problem);
    this.problem = problem;
    this.key = key;
    this.place = place;
  }

  String problem() {
    return problem;
  }

  /** The path of the key; empty if no key is concerned. */
  String key() {
    return key;
  }

  /** Where it is, if that is known without the key. */
  TextPlace place() {
    return place;
  }
}
