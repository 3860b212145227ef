package io.polyplug.bento;

import io.polyplug.base.UntrustedText;
import io.polyplug.bento.protocol.LogLevel;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Starts plugins and asks them who they are; {@link #stop} may come at any moment. */
final class AdapterStarts {
  private final AdapterSettings settings;
  private final Lock queries = new ReentrantLock();
  private final List<RejectedAdapter> rejected = new CopyOnWriteArrayList<>();

  /** Those to end, guarded by this. */
  private final List<AdapterLink> running = new ArrayList<>();

  private boolean stopped;

  /** A process that was started, or why it was not. */
  private record Started(
      AdapterCandidate candidate, @Nullable AdapterLink link, Optional<String> failure) {}

  AdapterStarts(AdapterSettings settings) {
    this.settings = settings;
  }

  /** All of it, on this thread. */
  List<BentoAdapter> run() {
    // All processes first: they get ready at the same time while they are asked in order.
    List<Started> started = new ArrayList<>();
    for (AdapterCandidate candidate : AdapterSearch.run(settings)) {
      if (isStopped()) {
        break;
      }
      started.add(start(candidate));
    }
    List<BentoAdapter> adapters = new ArrayList<>();
    for (Started one : started) {
      introduce(one).ifPresent(adapters::add);
    }
    return List.copyOf(adapters);
  }

  private Started start(AdapterCandidate candidate) {
    try {
      ProcessSpec spec =
          ProcessSpec.of(candidate.program())
              .folder(settings.folder())
              .environment(settings.environment())
              .stderr(settings.stderr())
              .build();
      AdapterLink link =
          AdapterLink.open(
              candidate.id(),
              spec,
              settings.spawner(),
              settings.limits(),
              settings.clock(),
              settings.log(),
              new AdapterNotices(candidate.id(), settings.log()));
      if (!keep(link)) {
        link.drop();
      }
      return new Started(candidate, link, Optional.empty());
    } catch (LaunchFailure e) {
      return new Started(candidate, null, Optional.of(UntrustedText.escape(e.getMessage())));
    }
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  private synchronized boolean keep(AdapterLink link) {
    return !stopped && running.add(link);
  }

  /** Lets nothing more be started, and gives away what runs. */
  synchronized List<AdapterLink> stop() {
    stopped = true;
    List<AdapterLink> all = List.copyOf(running);
    running.clear();
    return all;
  }

  List<RejectedAdapter> rejected() {
    return List.copyOf(rejected);
  }

  private Optional<BentoAdapter> introduce(Started one) {
    AdapterCandidate candidate = one.candidate();
    AdapterLink link = one.link();
    if (link == null) {
      reject(candidate, one.failure().orElse(""));
      return Optional.empty();
    }
    if (isStopped()) {
      return Optional.empty();
    }
    try {
      AdapterCalls calls = new AdapterCalls(link, queries, settings.limits());
      AdapterManifest manifest = calls.initialize();
      if (manifest.adapterId().equals(candidate.id())) {
        link.log(LogLevel.DEBUG, "loaded plugin: " + candidate.id() + " from " + candidate.shown());
        return Optional.of(new BentoAdapter(manifest, candidate.shown(), calls));
      }
      reject(
          candidate,
          "it says that its id is \""
              + UntrustedText.excerpt(manifest.adapterId(), 80)
              + "\", its file name says \""
              + UntrustedText.excerpt(candidate.id(), 80)
              + "\"");
    } catch (AdapterError e) {
      if (isStopped()) {
        return Optional.empty();
      }
      reject(candidate, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    discard(link);
    return Optional.empty();
  }

  /** Ends it, unless somebody else does. */
  private void discard(AdapterLink link) {
    boolean ours;
    synchronized (this) {
      ours = running.remove(link);
    }
    if (ours) {
      link.drop();
    }
  }

  private void reject(AdapterCandidate candidate, String reason) {
    String id = UntrustedText.excerpt(candidate.id(), 80);
    settings
        .log()
        .line(
            LogLevel.WARN,
            id,
            "plugin "
                + id
                + " at "
                + UntrustedText.escape(candidate.shown().toString())
                + " is skipped: "
                + reason);
    rejected.add(new RejectedAdapter(candidate.id(), candidate.shown(), reason));
  }
}
