package io.polyplug.workbench.api;

import io.polyplug.base.UntrustedText;
import io.polyplug.door.Refused;
import io.polyplug.host.Plugin;
import io.polyplug.install.InstallProblem;
import io.polyplug.install.PackageStore;
import io.polyplug.install.Source;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.workbench.Served;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;

/**
 * {@code POST /api/packages}: installs a package that is sent as a zip, or fetched from a web
 * server or a registry. The answer is an event stream: {@code progress}, then {@code asks} with
 * what the package wants, and, when {@code POST /api/packages/ID} has said yes or no, {@code
 * installed} or {@code refused}. Whoever goes away, or says nothing for long, has said no. {@code
 * POST /api/plugins/KEY/update} does the same for a plugin that is there, from where it came unless
 * something else is sent, and ends with {@code updated}.
 */
final class PackageRoutes implements AutoCloseable {
  private static final int MOST_AT_ONCE = 4;
  private static final int LONGEST_SOURCE = 4_096;
  private static final Pattern REMOTE =
      Pattern.compile("(https?|oci)://", Pattern.CASE_INSENSITIVE);

  private final Served served;
  private final Feeds feeds;
  private final Map<String, PendingInstall> pending = new ConcurrentHashMap<>();
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);

  PackageRoutes(Served served, Feeds feeds) {
    this.served = served;
    this.feeds = feeds;
  }

  PackageRoutes addTo(Routes.Builder routes) {
    routes.add("POST", "/api/packages", this::install);
    routes.add("POST", "/api/packages/{id}", this::answer);
    routes.add("POST", "/api/plugins/{key}/update", this::update);
    return this;
  }

  /** Nothing can be installed here. */
  static ApiProblem nowhere() {
    return new ApiProblem(409, "no_store", "this host has no folder to install plugins in");
  }

  private void install(ApiCall call) throws IOException, Refused, ApiProblem {
    PackageStore store = served.store().orElseThrow(PackageRoutes::nowhere);
    sent(
        call,
        source ->
            PendingInstall.Operation.install(
                store, source.isPresent() ? source.get() : remote(Json.EMPTY_OBJECT)));
  }

  private void update(ApiCall call) throws IOException, Refused, ApiProblem {
    PackageStore store = served.store().orElseThrow(PackageRoutes::nowhere);
    Plugin plugin = served.host().plugin(call.variable("key"));
    String id = PluginRoutes.installed(plugin, store).id();
    sent(call, source -> PendingInstall.Operation.update(store, id, source));
  }

  private interface Making {
    PendingInstall.Operation of(Optional<Source> source) throws ApiProblem;
  }

  /** Does something with the package that is sent or named, if one is. */
  private void sent(ApiCall call, Making making) throws IOException, Refused, ApiProblem {
    if (!places.tryAcquire()) {
      throw new ApiProblem(
          503, "busy", "%d installations go on already; wait for one".formatted(MOST_AT_ONCE));
    }
    try {
      String type = call.exchange().header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
      if (type.startsWith("application/zip")) {
        Path spooled = Upload.spool(call.exchange(), feeds.clock());
        try {
          run(making.of(Optional.of(new Source.Upload(spooled))), call);
        } finally {
          Files.deleteIfExists(spooled);
        }
      } else {
        Json body = call.json();
        boolean named = body.kind() != Json.Kind.OBJECT || !JsonParts.members(body).isEmpty();
        run(making.of(named ? Optional.of(remote(body)) : Optional.empty()), call);
      }
    } finally {
      places.release();
    }
  }

  /** Only what is somewhere else: no path of this machine is taken from a browser. */
  private static Source remote(Json body) throws ApiProblem {
    Optional<String> text = text(body, "source");
    if (text.isEmpty()
        || text.get().length() > LONGEST_SOURCE
        || !REMOTE.matcher(text.get()).lookingAt()) {
      throw new ApiProblem(
          400,
          "invalid_source",
          "expected a zip (Content-Type: application/zip) or {\"source\": \"https://…\"} or"
              + " oci://…, found "
              + text.map(it -> UntrustedText.excerpt(it, 100)).orElse("no source"));
    }
    try {
      return Source.parse(text.get(), Path.of(""));
    } catch (InstallProblem e) {
      throw new ApiProblem(400, "invalid_source", String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> text(Json body, String name) {
    if (body.kind() != Json.Kind.OBJECT) {
      return Optional.empty();
    }
    return Optional.ofNullable(JsonParts.members(body).get(name))
        .filter(it -> it.kind() == Json.Kind.STRING)
        .map(it -> String.valueOf(it.stringValue()));
  }

  private void run(PendingInstall.Operation operation, ApiCall call)
      throws IOException, ApiProblem {
    Feed feed = feeds.feed();
    PendingInstall install =
        new PendingInstall(operation, feed, served.training(), served.host()::refresh);
    pending.put(install.id(), install);
    Thread worker = install.start();
    try {
      feeds.run(feed, call.exchange());
    } finally {
      // A browser that is gone has said no. The zip is needed until nobody reads it any more.
      install.gone();
      join(worker);
      pending.remove(install.id());
    }
  }

  private static void join(Thread worker) {
    try {
      worker.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(ApiCall call) throws IOException, Refused, ApiProblem {
    PendingInstall install = pending.get(call.variable("id"));
    if (install == null) {
      throw new ApiProblem(404, "unknown_installation", "no such installation waits for an answer");
    }
    Json body = call.json();
    Json accept = body.kind() == Json.Kind.OBJECT ? JsonParts.members(body).get("accept") : null;
    if (accept == null || accept.kind() != Json.Kind.BOOLEAN) {
      throw new ApiProblem(400, "invalid_answer", "expected {\"accept\": true} or false");
    }
    Json train = JsonParts.members(body).get("train");
    if (train != null && train.kind() != Json.Kind.BOOLEAN) {
      throw new ApiProblem(400, "invalid_answer", "\"train\": expected true or false");
    }
    boolean mayTrain = train == null || train.toString().equals("true");
    if (!install.answer(accept.toString().equals("true"), mayTrain)) {
      throw new ApiProblem(409, "not_asked", "this installation does not wait for an answer now");
    }
    call.done();
  }

  /** Says no for everybody who still waits. */
  @Override
  public void close() {
    pending.values().forEach(PendingInstall::gone);
  }
}
