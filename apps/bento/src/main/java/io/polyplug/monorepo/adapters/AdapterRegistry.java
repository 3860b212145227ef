package io.polyplug.monorepo.adapters;

import io.polyplug.monorepo.config.Dish;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All adapters in their order: built-in ones, then plugins (section 3). Plugins are asked for once,
 * and only when no built-in adapter serves. Safe from any thread.
 */
public final class AdapterRegistry {
  private final ReentrantLock lock = new ReentrantLock();
  private final ConcurrentMap<Path, Optional<Adapter>> detected = new ConcurrentHashMap<>();
  private final List<Adapter> builtins;
  private final Supplier<List<Adapter>> supplier;
  private volatile @Nullable List<Adapter> plugins;

  /**
   * A registry.
   *
   * @param plugins in the order of their discovery; may take its time
   */
  public AdapterRegistry(List<Adapter> builtins, Supplier<List<Adapter>> plugins) {
    this.builtins = List.copyOf(builtins);
    this.supplier = plugins;
  }

  /** The adapter of a dish: the one that it names, else the first that recognises it. */
  public Optional<Adapter> of(Dish dish) {
    Optional<String> language = dish.language();
    return language.isPresent() ? byId(language.get()) : detect(dish.directory());
  }

  /** The first adapter with this id. */
  public Optional<Adapter> byId(String id) {
    Optional<Adapter> builtin = builtin(id);
    return builtin.isPresent() ? builtin : byId(plugins(), id);
  }

  /** The built-in adapter with this id. */
  public Optional<Adapter> builtin(String id) {
    return byId(builtins, id);
  }

  private static Optional<Adapter> byId(List<Adapter> adapters, String id) {
    for (Adapter adapter : adapters) {
      if (adapter.id().equals(id)) {
        return Optional.of(adapter);
      }
    }
    return Optional.empty();
  }

  /** The first adapter that recognises the folder; each is asked about it at most once. */
  public Optional<Adapter> detect(Path dish) {
    Optional<Adapter> known = detected.get(dish);
    if (known == null) {
      known = first(builtins, dish);
      if (known.isEmpty()) {
        return detectPlugin(dish);
      }
      detected.put(dish, known);
    }
    return known;
  }

  private Optional<Adapter> detectPlugin(Path dish) {
    List<Adapter> adapters = plugins();
    // Plugins answer one question at a time anyway, and each only once.
    lock.lock();
    try {
      Optional<Adapter> known = detected.get(dish);
      if (known == null) {
        known = first(adapters, dish);
        detected.put(dish, known);
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private static Optional<Adapter> first(List<Adapter> adapters, Path dish) {
    for (Adapter adapter : adapters) {
      if (adapter.detects(dish)) {
        return Optional.of(adapter);
      }
    }
    return Optional.empty();
  }

  private List<Adapter> plugins() {
    List<Adapter> known = plugins;
    if (known != null) {
      return known;
    }
    lock.lock();
    try {
      known = plugins;
      if (known == null) {
        known = List.copyOf(supplier.get());
        plugins = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }
}
