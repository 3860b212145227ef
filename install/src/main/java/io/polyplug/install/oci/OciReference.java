package io.polyplug.install.oci;

import io.polyplug.base.UntrustedText;
import java.util.regex.Pattern;

/**
 * Where an artifact is: {@code oci://registry[:port]/repository[:tag][@algorithm:hex]}.
 *
 * @param registry as written
 * @param repository as written, without tag
 * @param reference a tag, or a digest if there is one: that wins
 */
public record OciReference(String registry, String repository, String reference) {
  private static final String SCHEME = "oci://";
  private static final Pattern REGISTRY =
      Pattern.compile(
          "(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\\[[0-9A-Fa-f:.]{2,45}])(?::[0-9]{1,5})?");
  private static final Pattern PART = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
  private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");
  private static final Pattern DIGEST = Pattern.compile("[a-z0-9+._-]{1,32}:[0-9A-Fa-f]{32,128}");
  private static final int MAX_PORT = 65_535;
  private static final int MAX_LENGTH = 1024;

  /** Whether a text means such a thing at all. */
  public static boolean looksLike(String text) {
    return text.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }

  /** Reads the text; says which part is missing or wrong in {@link IllegalArgumentException}. */
  public static OciReference parse(String text) {
    if (!looksLike(text) || text.length() > MAX_LENGTH) {
      throw wrong(text, "expected oci://registry/repository:tag");
    }
    String rest = text.substring(SCHEME.length());
    int slash = rest.indexOf('/');
    if (slash < 0) {
      throw wrong(text, "the repository is missing, expected oci://registry/repository:tag");
    }
    String registry = rest.substring(0, slash);
    if (registry.isEmpty()) {
      throw wrong(text, "the registry is missing, expected oci://registry/repository:tag");
    }
    String path = rest.substring(slash + 1);
    int at = path.indexOf('@');
    String digest = at < 0 ? "" : path.substring(at + 1);
    String named = at < 0 ? path : path.substring(0, at);
    // A tag is looked for in the last part only.
    int colon = named.indexOf(':', named.lastIndexOf('/') + 1);
    String repository = colon < 0 ? named : named.substring(0, colon);
    String tag = colon < 0 ? "latest" : named.substring(colon + 1);
    check(text, registry, repository);
    if (at >= 0 && !DIGEST.matcher(digest).matches()) {
      throw wrong(text, "what follows @ must be a digest like sha256:…");
    }
    if (at < 0 && !TAG.matcher(tag).matches()) {
      throw wrong(text, "the tag is empty or has characters that a tag cannot have");
    }
    return new OciReference(registry, repository, at < 0 ? tag : digest);
  }

  private static void check(String text, String registry, String repository) {
    if (!REGISTRY.matcher(registry).matches()) {
      throw wrong(text, "the registry must be a host with an optional port");
    }
    int port = registry.lastIndexOf(':');
    if (port > registry.lastIndexOf(']')) {
      int number = Integer.parseInt(registry.substring(port + 1));
      if (number == 0 || number > MAX_PORT) {
        throw wrong(text, "the port must be from 1 to " + MAX_PORT);
      }
    }
    if (repository.isEmpty()) {
      throw wrong(text, "the repository is missing, expected oci://registry/repository:tag");
    }
    for (String part : repository.split("/", -1)) {
      if (!PART.matcher(part).matches()) {
        throw wrong(text, "the repository has characters that it cannot have");
      }
    }
  }

  private static IllegalArgumentException wrong(String text, String why) {
    return new IllegalArgumentException(UntrustedText.excerpt(text, 200) + ": " + why);
  }

  /** Whether the reference is a digest. */
  public boolean isPinned() {
    return reference.indexOf(':') >= 0;
  }

  /** Whether the registry is on this machine, where plain http is usual. */
  public boolean isLoopback() {
    String host = registry.startsWith("[") ? registry : registry.replaceFirst(":.*", "");
    return host.equalsIgnoreCase("localhost")
        || host.matches("127(\\.[0-9]{1,3}){3}")
        || host.startsWith("[::1]");
  }

  private boolean isHub() {
    return registry.equalsIgnoreCase("docker.io") || registry.equalsIgnoreCase("index.docker.io");
  }

  /** Who answers for the registry: the public hub is not asked under the name people write. */
  String host() {
    return isHub() ? "registry-1.docker.io" : registry;
  }

  /** The repository as the registry's API knows it. */
  String apiRepository() {
    return isHub() && repository.indexOf('/') < 0 ? "library/" + repository : repository;
  }

  @Override
  public String toString() {
    return SCHEME + registry + "/" + repository + (isPinned() ? "@" : ":") + reference;
  }
}
