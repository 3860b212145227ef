package io.polyplug.cli.dev;

import io.polyplug.base.UntrustedText;
import io.polyplug.host.Failure;
import io.polyplug.host.Health;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginState;
import io.polyplug.host.Succession;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.stream.Collectors;

/**
 * The versions of the plugins that are developed: tries each before it takes over, and tells what
 * became of it. Safe from any thread.
 */
public final class Versions implements Succession {
  /** How long a version may take to show whether it works. */
  private static final Duration LONGEST_START = Duration.ofSeconds(60);

  /** A call that found the plugin has set out long before. */
  private static final Duration OVERLAP = Duration.ofSeconds(1);

  private static final int MOST_TOOLS = 20;
  private static final int LONGEST = 80;

  /**
   * One version of one plugin.
   *
   * @param works whether it was seen to; a version that was not is replaced by anything
   */
  private record Version(long number, boolean works) {}

  private final LiveView view;
  private final DevHost.Names names;
  private final Optional<Duration> farewell;
  private final Map<Plugin, Version> versions = new WeakHashMap<>();
  private long newest = 1;
  private boolean ending;

  /**
   * Begins with the first version.
   *
   * @param names what plugins are called
   * @param farewell how long calls under way may go on in a version that was replaced; without end
   *     if empty
   */
  public Versions(LiveView view, DevHost.Names names, Optional<Duration> farewell) {
    this.view = view;
    this.names = names;
    this.farewell = farewell;
  }

  /** The number of the version that the files make now. */
  public synchronized long newest() {
    return newest;
  }

  /** The files have changed. */
  public synchronized long next() {
    return ++newest;
  }

  /** From now on what does not work is nobody's fault. */
  public synchronized void end() {
    ending = true;
  }

  private synchronized boolean isEnding() {
    return ending;
  }

  private synchronized Optional<Version> of(Plugin plugin) {
    return Optional.ofNullable(versions.get(plugin));
  }

  private synchronized void note(Plugin plugin, Version version) {
    versions.put(plugin, version);
  }

  /** Tries, in the background, those that replaced nothing. */
  public void welcome(List<Plugin> plugins) {
    for (Plugin plugin : plugins) {
      if (of(plugin).isEmpty()) {
        long number = newest();
        note(plugin, new Version(number, false));
        Thread.ofVirtual()
            .name("polyplug-dev-trial")
            .start(
                () -> {
                  Optional<String> problem = trial(plugin, number);
                  if (problem.isPresent() && plugin.state() != PluginState.CLOSED && !isEnding()) {
                    view.complain(sentence(plugin, number, "does not work: " + problem.get()));
                  }
                });
      }
    }
  }

  @Override
  public boolean takesOver(Plugin before, Plugin successor) {
    long number = newest();
    Optional<String> problem = trial(successor, number);
    if (problem.isEmpty()) {
      return true;
    }
    Optional<Version> serving = of(before).filter(Version::works);
    if (!isEnding()) {
      view.complain(
          sentence(
              successor,
              number,
              "does not work: "
                  + problem.get()
                  + serving.map(it -> "; version " + it.number() + " goes on").orElse("")));
    }
    if (serving.isEmpty()) {
      note(successor, new Version(number, false));
    }
    return serving.isEmpty();
  }

  /** Why it does not work; if it does, what it offers is told. */
  private Optional<String> trial(Plugin plugin, long number) {
    String offer;
    try {
      Health health = plugin.check(LONGEST_START);
      if (!health.reason().isEmpty()) {
        return Optional.of(
            why(health.reason(), plugin.lastFailure().map(Failure::stderr).orElse(List.of())));
      }
      offer = offer(plugin);
    } catch (PluginFailure e) {
      return Optional.of(why(e.failure().message(), e.failure().stderr()));
    } catch (PluginException e) {
      return Optional.of(safe(String.valueOf(e.getMessage())));
    }
    note(plugin, new Version(number, true));
    view.say(sentence(plugin, number, "is ready: " + offer));
    return Optional.empty();
  }

  private static String why(String sentence, List<String> stderr) {
    return safe(sentence) + LastWords.of(stderr).map(it -> " (" + it + ")").orElse("");
  }

  private static String offer(Plugin plugin) {
    // One that takes each call with an instance of its own has not shown anything before this.
    boolean shown = plugin.state() == PluginState.RUNNING;
    try {
      return tools(
          plugin.tools(
              new ToolQuery(Optional.empty(), Map.of(), Optional.of(LONGEST_START), true)));
    } catch (PluginException e) {
      if (shown) {
        return "it does not tell its tools: " + safe(String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private static String tools(List<ToolInfo> tools) {
    if (tools.isEmpty()) {
      return "it offers no tools";
    }
    String first =
        tools.stream()
            .limit(MOST_TOOLS)
            .map(
                it ->
                    "%s (%s)"
                        .formatted(
                            UntrustedText.excerpt(it.name(), LONGEST),
                            it.kind().toString().toLowerCase(Locale.ROOT)))
            .collect(Collectors.joining(", "));
    return tools.size() > MOST_TOOLS
        ? first + " and " + (tools.size() - MOST_TOOLS) + " more"
        : first;
  }

  private static String safe(String text) {
    return UntrustedText.escape(text);
  }

  private String sentence(Plugin plugin, long version, String what) {
    return "%s: version %d %s".formatted(name(plugin), version, what);
  }

  private String name(Plugin plugin) {
    return UntrustedText.excerpt(names.of(plugin.info().key()), LONGEST);
  }

  private String number(Plugin plugin) {
    return of(plugin).map(it -> Long.toString(it.number())).orElse("before");
  }

  @Override
  public void retires(Plugin before, int calls) {
    if (calls > 0) {
      view.say(
          "%s: %s under way %s on in version %s%s"
              .formatted(
                  name(before),
                  calls == 1 ? "1 call" : calls + " calls",
                  calls == 1 ? "goes" : "go",
                  number(before),
                  farewell.map(it -> ", for " + it.toSeconds() + " s at most").orElse("")));
    }
  }

  @Override
  public void cutOff(Plugin before, int calls) {
    view.complain(
        "%s: %s of version %s took longer than %d s and %s ended"
            .formatted(
                name(before),
                calls == 1 ? "1 call" : calls + " calls",
                number(before),
                farewell.map(Duration::toSeconds).orElse(0L),
                calls == 1 ? "is" : "are"));
  }

  @Override
  public Optional<Duration> longestFarewell() {
    return farewell;
  }

  @Override
  public Duration overlap() {
    return OVERLAP;
  }
}
