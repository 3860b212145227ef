package io.polyplug.monorepo.config;

import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.files.Looks;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reads many dishes on two threads, each once. What comes out does not depend on their order.
 *
 * <p>Used once; the second thread is gone when {@link #run} returns.
 */
final class DishReading {
  /** Fewer are read before a second thread has begun. */
  private static final int WORTH_A_THREAD = 32;

  private final Path root;
  private final List<DishPlace> places;
  private final Looks looks;
  private final @Nullable Dish[] dishes;
  private final @Nullable WorkspaceProblem[] problems;
  private final AtomicInteger next = new AtomicInteger();

  DishReading(Path root, List<DishPlace> places, Looks looks) {
    this.root = root;
    this.looks = looks;
    this.places = places;
    dishes = new @Nullable Dish[places.size()];
    problems = new @Nullable WorkspaceProblem[places.size()];
  }

  /** Reads all of them; afterwards {@link #dish} answers. */
  void run() {
    if (places.size() < WORTH_A_THREAD) {
      readOn();
      return;
    }
    Thread second = Thread.ofPlatform().daemon().name("dishes").start(this::readOn);
    boolean interrupted = false;
    readOn();
    while (true) {
      try {
        second.join();
        break;
      } catch (InterruptedException e) {
        // It reads regular files only, so this ends.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void readOn() {
    for (int i = next.getAndIncrement(); i < places.size(); i = next.getAndIncrement()) {
      DishPlace place = places.get(i);
      try {
        dishes[i] = DishReader.read(root, place.path(), place.directory(), looks);
      } catch (WorkspaceProblem problem) {
        problems[i] = problem;
      }
    }
  }

  /** The dish of the place with this number. */
  Dish dish(int number) throws WorkspaceProblem {
    WorkspaceProblem problem = problems[number];
    if (problem != null) {
      throw problem;
    }
    return Objects.requireNonNull(dishes[number], "a dish was not read");
  }
}
