package io.polyplug.monorepo.remote;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.RepositorySettings.RemoteSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Opens the remote cache that a repository's settings name. */
public final class RemoteCaches {
  private final RemoteSettings settings;
  private final Map<String, String> environment;
  private final Path home;
  private final Warnings warnings;
  private final RemoteTimes times;

  private RemoteCaches(
      RemoteSettings settings,
      Map<String, String> environment,
      Path home,
      Warnings warnings,
      RemoteTimes times) {
    this.settings = settings;
    this.environment = environment;
    this.home = home;
    this.warnings = warnings;
    this.times = times;
  }

  /**
   * The cache; nothing is sent yet. Empty if none is named, and with a warning if the one that is
   * cannot be used.
   *
   * @param strict for the commands that are about the remote cache: both are problems then
   */
  public static Optional<RemoteCache> open(
      RemoteSettings settings,
      Map<String, String> environment,
      Path home,
      Warnings warnings,
      boolean strict)
      throws WorkspaceProblem {
    return open(settings, environment, home, warnings, strict, RemoteTimes.DOCUMENTED);
  }

  /** As above, with other times than the document's. */
  static Optional<RemoteCache> open(
      RemoteSettings settings,
      Map<String, String> environment,
      Path home,
      Warnings warnings,
      boolean strict,
      RemoteTimes times)
      throws WorkspaceProblem {
    if (settings.address().isEmpty()) {
      if (strict) {
        throw new WorkspaceProblem(
            ProblemKind.NO_REMOTE_CACHE,
            "There is no remote cache: name one with cache.remote in bento.toml");
      }
      return Optional.empty();
    }
    try {
      return Optional.of(
          new RemoteCaches(settings, environment, home, warnings, times)
              .open(settings.address().get()));
    } catch (Unusable e) {
      if (strict) {
        throw new WorkspaceProblem(
            ProblemKind.NO_REMOTE_CACHE, "The remote cache cannot be used: " + e.getMessage());
      }
      warnings.warn("The remote cache is left out: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Why the settings do not lead to a cache; never shows the address, which may hold a secret. */
  static final class Unusable extends Exception {
    Unusable(String message) {
      super(message);
    }
  }

  private RemoteCache open(String text) throws Unusable {
    RemoteAddress address =
        RemoteAddress.parse(text)
            .orElseThrow(
                () ->
                    new Unusable(
                        "cache.remote is no address of the form bento://host, https://host,"
                            + " bazel+https://host or s3://bucket"));
    return switch (address) {
      case RemoteAddress.Bento it ->
          new BentoServerCache(it.base(), neededToken(), client(), times, warnings);
      case RemoteAddress.Bazel it -> new HttpCache(it.base(), authorization(it), times, warnings);
      case RemoteAddress.S3 it ->
          S3Cache.open(it, settings, environment, times, warnings, Clock.system());
    };
  }

  private String client() {
    return environment.containsKey("CI") ? "ci" : "human";
  }

  private String neededToken() throws Unusable {
    return token()
        .orElseThrow(
            () ->
                new Unusable(
                    "there is no token in "
                        + UntrustedText.escape(settings.tokenEnv())
                        + " nor in ~/.bento/credentials"));
  }

  private Optional<String> token() throws Unusable {
    return Credentials.token(environment, settings.tokenEnv(), home);
  }

  private Optional<String> authorization(RemoteAddress.Bazel address) throws Unusable {
    if (address.userInfo().isPresent()) {
      return Optional.of(Credentials.basic(address.userInfo().get()));
    }
    return token().map(it -> "Bearer " + it);
  }
}
