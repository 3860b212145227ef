package io.polyplug.conformance.proof;

import io.polyplug.base.Clock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tests faults, four at a time, each under a host of its own. Safe from any thread. A JVM that ends
 * meanwhile waits a moment for the hosts and then deletes what the tests have written.
 */
public final class HostProof {
  private static final int AT_ONCE = 4;
  private static final int SLOWNESS = 5;
  private static final Duration TO_CLEAR_UP = Duration.ofSeconds(5);

  private final Clock clock;
  private final Cell.Tampering tampering;

  public HostProof(Clock clock) {
    this(clock, (bad, good) -> {});
  }

  HostProof(Clock clock, Cell.Tampering tampering) {
    this.clock = clock;
    this.tampering = tampering;
  }

  /** The results in the order of the faults; each is told of when those before it are done. */
  public List<CellResult> run(List<Fault> faults, Consumer<CellResult> told)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("polyplug-proof-");
    Heap heap = new Heap();
    List<CellResult> results = new ArrayList<>();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            AT_ONCE, Thread.ofPlatform().daemon().name("polyplug-proof-", 0).factory());
    Thread atTheEnd = Thread.ofPlatform().unstarted(() -> end(threads, folder));
    try {
      Runtime.getRuntime().addShutdownHook(atTheEnd);
      Map<Fault, Future<CellResult>> under = new HashMap<>();
      // Those that wait begin first, so that the others are done meanwhile.
      faults.stream()
          .sorted(Comparator.comparing(Fault::waits).reversed())
          .forEach(it -> under.put(it, threads.submit(() -> run(it, folder, heap))));
      for (Fault fault : faults) {
        CellResult result = result(fault, under.get(fault));
        results.add(result);
        told.accept(result);
      }
      return results;
    } finally {
      end(threads, folder);
      forget(atTheEnd);
    }
  }

  private static void end(ExecutorService threads, Path folder) {
    threads.shutdownNow();
    try {
      // Whoever is interrupted ends its host, and what that has started.
      threads.awaitTermination(TO_CLEAR_UP.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    delete(folder);
  }

  private static void forget(Thread atTheEnd) {
    try {
      Runtime.getRuntime().removeShutdownHook(atTheEnd);
    } catch (IllegalStateException e) {
      // It runs already.
    }
  }

  private static CellResult result(Fault fault, @Nullable Future<CellResult> under)
      throws InterruptedException {
    try {
      return Objects.requireNonNull(under).get();
    } catch (ExecutionException e) {
      return CellResult.tested(
          fault,
          "none",
          "none",
          "",
          Duration.ZERO,
          Duration.ZERO,
          List.of("the test itself failed: " + e.getCause()));
    }
  }

  /**
   * A busy machine may be late where the plugin is meant to be, which is no fault of the host: what
   * is not as it has to be is tried once more, with more time, and that counts.
   */
  private CellResult run(Fault fault, Path folder, Heap heap)
      throws IOException, InterruptedException {
    Optional<String> missing = Stand.of(fault.contract()).missing();
    if (missing.isPresent()) {
      return CellResult.skipped(fault, missing.get());
    }
    CellResult first = run(fault, folder, heap, 1);
    return !first.failed() ? first : run(fault, folder, heap, SLOWNESS);
  }

  private CellResult run(Fault fault, Path folder, Heap heap, int slowness)
      throws IOException, InterruptedException {
    Path own = Files.createTempDirectory(folder, "cell-");
    try {
      return new Cell(fault, own, heap, clock, tampering, slowness).run();
    } finally {
      delete(own);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      // What is left lies in the folder for such things.
    }
  }
}
