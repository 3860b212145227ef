package io.polyplug.cli.dev;

import io.polyplug.base.PatientClock;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.NoSubject;
import io.polyplug.host.FlightRecorder;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.HostEvent;
import io.polyplug.host.LogBook;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginHost;
import io.polyplug.host.config.ConfigMistake;
import io.polyplug.host.config.Configuration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The host of the plugins that are developed, and the loop that has it look at their files again.
 * Used by one thread; the host that it makes is its caller's to close.
 */
public final class DevHost {
  private static final int LONGEST_NAME = 80;
  private static final int MOST_CIRCLES = 4;

  /** Nobody saves the same file again so soon, time after time. */
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  private final DevSource source;
  private final Versions versions;
  private final LiveView view;
  private final Names names;
  private final Optional<Debugging> debugging;
  private final HostBuilder builder;
  private @Nullable PluginHost host;

  // Of the thread that follows.
  private FolderWatch.@Nullable Change last;
  private long lastAt;
  private int circles;

  /** What plugins are called; knows none before the host is made. Safe from any thread. */
  public static final class Names {
    private volatile @Nullable PluginHost host;

    /** Empty if there is no other plugin that it could be taken for. */
    public String amongOthers(String key) {
      PluginHost made = host;
      return made == null || made.plugins().size() > 1 ? of(key) : "";
    }

    String of(String key) {
      PluginHost made = host;
      return made == null
          ? key
          : made.plugins().stream()
              .filter(it -> it.info().key().equals(key))
              .map(made::nameOf)
              .findFirst()
              .orElse(key);
    }
  }

  /**
   * Starts nothing yet.
   *
   * @param patience whose deadlines never come, if a debugger is waited for
   */
  public DevHost(
      DevSource source,
      Versions versions,
      LiveView view,
      Names names,
      Optional<PatientClock> patience,
      Optional<Debugging> debugging) {
    this.source = source;
    this.versions = versions;
    this.view = view;
    this.names = names;
    this.debugging = debugging;
    this.builder = PluginHost.builder().succession(versions);
    patience.ifPresent(builder::deadlines);
  }

  /** Keeps the last lines of the logs; the caller closes it. */
  public LogBook logs() {
    return builder.logBook();
  }

  /**
   * Starts the first version.
   *
   * @param state where running processes are noted
   * @param frames whether frames are shown
   * @param recorder writes all frames down, if there is one
   * @param found run when it is known what to start, before anything is
   */
  public PluginHost begin(
      Path state, boolean frames, Optional<FlightRecorder> recorder, Runnable found) {
    recorder.ifPresent(builder::recorder);
    AtomicBoolean told = new AtomicBoolean();
    builder
        .journalIn(state)
        .configuration(
            () -> {
              Configuration read = read();
              if (told.compareAndSet(false, true)) {
                found.run();
              }
              return read;
            });
    if (frames) {
      builder.listener(this::hear);
    } else {
      builder.listenerWithoutFrames(this::hear);
    }
    PluginHost host = builder.build();
    names.host = host;
    this.host = host;
    return host;
  }

  private void hear(HostEvent event) {
    view.hear(event, key -> UntrustedText.excerpt(names.of(key), LONGEST_NAME));
  }

  private Configuration read() {
    Configuration read = source.read(builder.contracts());
    List<PluginDefinition> plugins =
        read.plugins().stream()
            .map(it -> (PluginDefinition) new DevDefinition(it, versions.newest(), debugging))
            .toList();
    return new Configuration(plugins, read.grants(), read.files(), read.disabled(), read.invalid());
  }

  /**
   * Tells what becomes of the first version, and looks at the files again whenever they change;
   * both in the background, until the watch is closed.
   */
  public void follow(FolderWatch watch) {
    PluginHost made = Objects.requireNonNull(host, "it has not begun");
    versions.welcome(made.plugins());
    Thread.ofPlatform()
        .daemon()
        .name("polyplug-dev")
        .start(
            () -> {
              try {
                for (var change = watch.await(); change.isPresent(); change = watch.await()) {
                  restart(made, change.get());
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void restart(PluginHost host, FolderWatch.Change change) {
    long number = versions.next();
    view.say("%s: version %d".formatted(change, number));
    warnOfCircles(change);
    try {
      host.refresh();
      versions.welcome(host.plugins());
    } catch (ConfigMistake e) {
      notRead(number, String.valueOf(e.getMessage()));
    } catch (NoSubject e) {
      notRead(number, e.sentence());
    }
  }

  /** A plugin that writes into its own folder starts itself again for ever. */
  private void warnOfCircles(FolderWatch.Change change) {
    long now = System.nanoTime();
    boolean again = change.equals(last) && now - lastAt < AT_ONCE.toNanos();
    circles = again ? circles + 1 : 0;
    last = change;
    lastAt = now;
    if (circles == MOST_CIRCLES) {
      view.complain(
          "%s after every start: if the plugin writes that itself, have it write to another folder"
              .formatted(change));
    }
  }

  private void notRead(long number, String why) {
    view.complain(
        "version %d is not started: %s; what ran before goes on"
            .formatted(number, UntrustedText.escape(why)));
  }
}
