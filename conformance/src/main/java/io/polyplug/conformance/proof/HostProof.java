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
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tests faults, four at a time, each under a host of its own. Safe from any thread. */
public final class HostProof {
  private static final int AT_ONCE = 4;
  private static final int SLOWNESS = 5;

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
      throws InterruptedException {
    Heap heap = new Heap();
    List<CellResult> results = new ArrayList<>();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            AT_ONCE, Thread.ofPlatform().daemon().name("polyplug-proof-", 0).factory());
    try {
      Map<Fault, Future<CellResult>> under = new HashMap<>();
      // Those that wait begin first, so that the others are done meanwhile.
      faults.stream()
          .sorted(Comparator.comparing(Fault::waits).reversed())
          .forEach(it -> under.put(it, threads.submit(() -> run(it, heap))));
      for (Fault fault : faults) {
        CellResult result = result(fault, under.get(fault));
        results.add(result);
        told.accept(result);
      }
      return results;
    } finally {
      threads.shutdownNow();
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
  private CellResult run(Fault fault, Heap heap) throws IOException, InterruptedException {
    Optional<String> missing = Stand.of(fault.contract()).missing();
    if (missing.isPresent()) {
      return CellResult.skipped(fault, missing.get());
    }
    CellResult first = run(fault, heap, 1);
    return !first.failed() ? first : run(fault, heap, SLOWNESS);
  }

  private CellResult run(Fault fault, Heap heap, int slowness)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("polyplug-proof-");
    try {
      return new Cell(fault, folder, heap, clock, tampering, slowness).run();
    } finally {
      delete(folder);
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
