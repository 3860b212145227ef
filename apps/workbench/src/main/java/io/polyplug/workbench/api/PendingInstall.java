package io.polyplug.workbench.api;

import io.polyplug.conformance.JavaTraining;
import io.polyplug.host.jvm.TrainingFailure;
import io.polyplug.install.InstallProblem;
import io.polyplug.install.Installed;
import io.polyplug.install.PackageStore;
import io.polyplug.install.Progress;
import io.polyplug.install.Replacement;
import io.polyplug.install.Source;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One installation that a browser follows: fetched and checked on a thread of its own, which then
 * waits for yes or no. Until there is a yes whoever goes away ends it; after that it is carried out
 * whole. Safe from any thread.
 */
final class PendingInstall {
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  /** Progress is told at most once for so many bytes. */
  private static final long STEP = 256 << 10;

  /** Asks whether it may be done, and waits for the answer. */
  interface Approval {
    /**
     * Whether somebody said yes.
     *
     * @param programs what of the package would be run
     * @param environment the names of this host's variables that it would get, if that is known
     * @param more members of the question beside what all have
     */
    boolean ask(
        Installed plugin,
        List<String> programs,
        Optional<List<String>> environment,
        Consumer<JsonGenerator> more);
  }

  /** Fetches and checks, asks, and carries out. */
  interface Operation {
    Installed run(Approval approval, Progress progress);

    /** What it is called when it is done. */
    String done();

    /** The first installation of a package. */
    static Operation install(PackageStore store, Source source) {
      return new Operation() {
        @Override
        public Installed run(Approval approval, Progress progress) {
          return store.install(
              source,
              it -> approval.ask(it.plugin(), it.programs(), it.environment(), _ -> {}),
              progress);
        }

        @Override
        public String done() {
          return "installed";
        }
      };
    }

    /** Another version of a package, from where it came if no source is named. */
    static Operation update(PackageStore store, String id, Optional<Source> source) {
      return new Operation() {
        @Override
        public Installed run(Approval approval, Progress progress) {
          return store
              .upgrade(
                  id,
                  source,
                  it ->
                      approval.ask(
                          it.after(), it.programs(), it.environment(), out -> write(it, out)),
                  progress)
              .after();
        }

        @Override
        public String done() {
          return "updated";
        }
      };
    }

    private static void write(Replacement it, JsonGenerator out) {
      out.writeStringProperty("previousVersion", it.before().version());
      PluginJson.texts("asksForMore", it.asksForMore(), out);
      out.writeBooleanProperty("same", it.isTheSame());
    }
  }

  private final String id = UUID.randomUUID().toString();
  private final Operation operation;
  private final Feed feed;
  private final Optional<JavaTraining> training;
  private final Runnable changed;
  private final CompletableFuture<Boolean> answer = new CompletableFuture<>();
  private boolean asked;
  private volatile boolean mayTrain = true;
  private @Nullable Thread worker;
  private String doing = "";
  private long told;

  PendingInstall(
      Operation operation, Feed feed, Optional<JavaTraining> training, Runnable changed) {
    this.training = training;
    this.operation = operation;
    this.feed = feed;
    this.changed = changed;
  }

  /** What the answer is sent to. */
  String id() {
    return id;
  }

  synchronized Thread start() {
    worker = Thread.ofVirtual().name("workbench-install").start(this::run);
    return worker;
  }

  private void run() {
    try {
      Installed installed = operation.run(this::approved, this::progress);
      // Before the host looks: it may start what is new at once.
      Trained trained = train(installed);
      changed.run();
      feed.end(
          operation.done(),
          Json.object(
              out -> {
                PluginJson.write(installed, out);
                trained.bytes().ifPresent(it -> out.writeNumberProperty("trainedBytes", it));
                trained.problem().ifPresent(it -> out.writeStringProperty("untrained", it));
              }));
    } catch (InstallProblem e) {
      refused(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      refused("the installation failed: " + e);
    }
  }

  /** What became of a start-up cache: its size, or why there is none. */
  private record Trained(Optional<Long> bytes, Optional<String> problem) {
    static final Trained NOT = new Trained(Optional.empty(), Optional.empty());
  }

  private Trained train(Installed installed) {
    if (training.isEmpty() || !mayTrain) {
      return Trained.NOT;
    }
    try {
      return new Trained(
          training
              .get()
              .train(
                  installed.folder(),
                  installed.contract(),
                  () -> progress("starting it once, so that later starts are quick", 0, 0)),
          Optional.empty());
    } catch (TrainingFailure e) {
      return new Trained(Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
    }
  }

  private void refused(String message) {
    feed.end("refused", Json.object(out -> out.writeStringProperty("message", message)));
  }

  private void progress(String what, long done, long total) {
    if (what.equals(doing) && done - told < STEP && done != total) {
      return;
    }
    doing = what;
    told = done;
    feed.add(
        "progress",
        Json.object(
            out -> {
              out.writeStringProperty("what", what);
              out.writeNumberProperty("done", done);
              out.writeNumberProperty("total", total);
            }));
  }

  private boolean approved(
      Installed plugin,
      List<String> programs,
      Optional<List<String>> environment,
      Consumer<JsonGenerator> more) {
    synchronized (this) {
      asked = true;
      // An interrupt was meant for the fetching; what is left to do is to clear up.
      if (Thread.interrupted() || answer.isDone()) {
        return false;
      }
    }
    feed.add(
        "asks",
        Json.object(
            out -> {
              out.writeStringProperty("id", id);
              PluginJson.write(plugin, out);
              PluginJson.texts("command", programs, out);
              environment.ifPresent(it -> PluginJson.texts("environment", it, out));
              more.accept(out);
            }));
    try {
      return answer.get(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // An answer that comes now is too late.
      return !answer.complete(false) && answer.getNow(false);
    } catch (InterruptedException e) {
      answer.complete(false);
      return false;
    }
  }

  /**
   * Yes or no; false if nobody asked, or somebody has answered.
   *
   * @param train whether a Java program may be started once for its start-up cache
   */
  synchronized boolean answer(boolean accept, boolean train) {
    if (asked && !answer.isDone()) {
      mayTrain = train;
    }
    return asked && answer.complete(accept);
  }

  /** Nobody follows it any more: a no, unless there was a yes. */
  synchronized void gone() {
    boolean undecided = answer.complete(false);
    if (undecided && !asked && worker != null) {
      worker.interrupt();
    }
  }
}
