package io.polyplug.gateway;

import io.polyplug.host.HostEvent;
import io.polyplug.host.HostEvents;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginState;
import io.polyplug.host.ToolInfo;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Knows the tools of all plugins and notices when they change. Each plugin is asked by itself, in
 * the background: one that is slow or broken holds up nobody, and its tools come when it does. Safe
 * from any thread.
 */
final class CatalogKeeper implements AutoCloseable {
  private static final Duration FIRST_RETRY = Duration.ofSeconds(10);

  private final PluginHost host;
  private final Predicate<String> wanted;
  private final Runnable changed;
  private final HostEvents.Subscription events;
  private final ToolLists lists;
  private final Set<Plugin> seen = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> first;
  private volatile Catalog catalog = Catalog.EMPTY;
  private volatile boolean asked;
  private volatile boolean closed;

  /**
   * Begins to ask.
   *
   * @param problems told in one sentence why a plugin offers nothing
   * @param changed told when what is offered has changed; quick
   */
  CatalogKeeper(
      PluginHost host, Predicate<String> wanted, Consumer<String> problems, Runnable changed) {
    this.host = host;
    this.wanted = wanted;
    this.changed = changed;
    this.lists = new ToolLists(problems, this::rebuild, FIRST_RETRY);
    this.events = host.events().subscribeWithoutCalls(this::heard);
    List<Plugin> enabled = enabled();
    seen.addAll(enabled);
    this.first =
        CompletableFuture.allOf(
            enabled.stream().map(it -> lists.ask(it, false)).toArray(CompletableFuture[]::new));
  }

  /** What is offered now, once every plugin was asked or this time is over. */
  Catalog await(Duration atMost) throws InterruptedException {
    try {
      first.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // What is known by now; the rest follows as a change.
    }
    asked = true;
    return catalog;
  }

  Catalog now() {
    return catalog;
  }

  private List<Plugin> enabled() {
    return host.plugins().stream()
        .filter(plugin -> plugin.trusted() && plugin.status().enabled())
        .sorted(Comparator.comparing(plugin -> plugin.info().key()))
        .toList();
  }

  private void heard(HostEvent event) {
    switch (event) {
      case HostEvent.PluginAdded(String key) -> ask(key, false);
      case HostEvent.ToolsChanged(String key) -> ask(key, true);
      case HostEvent.StateChanged change -> {
        if (change.from() == PluginState.STARTING && change.to() == PluginState.RUNNING) {
          ask(change.plugin(), false);
        } else {
          // It may have been disabled.
          rebuild();
        }
      }
      case HostEvent.PluginRemoved _ -> rebuild();
      case HostEvent.LogLine _,
          HostEvent.CallStarted _,
          HostEvent.CallEnded _,
          HostEvent.StreamEnded _,
          HostEvent.FrameSeen _ -> {}
    }
  }

  private void ask(String key, boolean again) {
    for (Plugin plugin : enabled()) {
      if (plugin.info().key().equals(key)) {
        var _ = lists.ask(plugin, again);
      }
    }
  }

  /** Looks which plugins are enabled now; asks the new ones, and again those that failed. */
  void look() {
    List<Plugin> enabled = enabled();
    seen.retainAll(enabled);
    for (Plugin plugin : enabled) {
      if (seen.add(plugin) || lists.mayBeRetried(plugin)) {
        var _ = lists.ask(plugin, false);
      }
    }
    rebuild();
  }

  private synchronized void rebuild() {
    if (closed) {
      return;
    }
    List<Plugin> enabled = enabled();
    lists.retain(enabled);
    Map<Plugin, List<ToolInfo>> found = new LinkedHashMap<>();
    for (Plugin plugin : enabled) {
      List<ToolInfo> tools = lists.of(plugin);
      if (tools != null) {
        found.put(plugin, tools);
      }
    }
    Catalog fresh = Catalog.of(found, wanted);
    boolean other = !fresh.sameAs(catalog);
    catalog = fresh;
    // Who has not asked yet knows nothing that could have changed.
    if (other && asked) {
      changed.run();
    }
  }

  @Override
  public void close() {
    closed = true;
    lists.close();
    events.close();
  }
}
