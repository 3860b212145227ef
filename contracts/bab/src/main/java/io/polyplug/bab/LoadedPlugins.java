package io.polyplug.bab;

import io.polyplug.host.Held;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** The plugins of this contract in a host, loaded as they are needed. Safe from any thread. */
final class LoadedPlugins {
  private final PluginHost host;

  LoadedPlugins(PluginHost host) {
    this.host = host;
  }

  /** By id; of two with the same one the later wins (section 3). */
  Map<String, Plugin> all() {
    Map<String, Plugin> plugins = new LinkedHashMap<>();
    for (Plugin plugin : host.plugins()) {
      if (plugin.info().contract().equals(BabContract.ID)) {
        plugins.put(plugin.info().id(), plugin);
      }
    }
    return plugins;
  }

  /** Loads the plugin; throws {@link PluginFailure} if it is unavailable. */
  static Held<BabSession> hold(Plugin plugin) {
    Held<BabSession> held = plugin.hold(BabSession.class, true, Optional.empty());
    boolean good = false;
    try {
      held.session().loaded();
      good = true;
      return held;
    } finally {
      if (!good) {
        held.close();
      }
    }
  }

  /** Asks all that are available, at the same time; those that are not are left out. */
  <T> Map<String, T> ask(Function<BabSession, T> question) throws InterruptedException {
    Map<String, T> answers = new LinkedHashMap<>();
    Map<String, Plugin> plugins = all();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<T>>> asked = new ArrayList<>();
      for (Plugin plugin : plugins.values()) {
        asked.add(threads.submit(() -> one(plugin, question)));
      }
      try {
        int i = 0;
        for (String id : plugins.keySet()) {
          Future<Optional<T>> future = asked.get(i++);
          future.get().ifPresent(answer -> answers.put(id, answer));
        }
      } catch (InterruptedException e) {
        asked.forEach(future -> future.cancel(true));
        throw e;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    return answers;
  }

  private static <T> Optional<T> one(Plugin plugin, Function<BabSession, T> question) {
    try (Held<BabSession> held = hold(plugin)) {
      return Optional.of(question.apply(held.session()));
    } catch (PluginFailure unavailable) {
      // The loader has said why.
      return Optional.empty();
    }
  }
}
