package io.polyplug.bab;

import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent;
import io.polyplug.host.Plugin;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The log of a server of delegates (section 17): each line is a JSON object, and goes out and into
 * files in {@code logs} of the user's folder: {@code mcp.log} has all, {@code error.log} what went
 * wrong, and one for each delegate what is about it. Text is escaped, and the values of secret
 * variables are not in it. Files that cannot be written are told of once, and nobody fails for
 * them. Safe from any thread; it may block for the files and for whoever reads what goes out.
 */
public final class DelegateLog {
  private static final String ALL = "mcp";
  private static final String ERRORS = "error";
  private static final Set<String> TAKEN = Set.of(ALL, ERRORS);
  private static final int LONGEST_TEXT = 16_000;

  private final HostEvent.Level least;
  private final Optional<Path> folder;
  private final SecretWords secrets;
  private final Clock clock;
  private final Consumer<String> out;
  private final long mostBytes;
  private boolean complained;

  /**
   * Begins to log.
   *
   * @param environment that of this process: where the user's folder is, and {@code BAB_LOG_LEVEL}
   * @param out takes each line, without its end
   */
  public DelegateLog(Map<String, String> environment, Clock clock, Consumer<String> out) {
    this(environment, clock, out, LogFile.MOST_BYTES);
  }

  DelegateLog(Map<String, String> environment, Clock clock, Consumer<String> out, long mostBytes) {
    BabHost host = BabHost.of(environment);
    this.least = LogLevels.least(environment);
    this.folder = host.base().map(base -> base.resolve("logs"));
    this.secrets = new SecretWords(host);
    this.clock = clock;
    this.out = out;
    this.mostBytes = mostBytes;
    if (LogLevels.isWrong(environment)) {
      write(
          HostEvent.Level.WARN,
          Optional.empty(),
          LogLevels.VARIABLE + " is none of debug, info, warn and error; it is taken as info");
    }
  }

  /** Writes a line, if its level is wanted; about a plugin of any contract, or about none. */
  public synchronized void write(HostEvent.Level level, Optional<Plugin> about, String text) {
    if (level.compareTo(least) < 0) {
      return;
    }
    Optional<Plugin> delegate = about.filter(it -> it.info().contract().equals(BabContract.ID));
    String hidden = secrets.hiddenIn(text, delegate.map(it -> it.as(BabPlugin.class).folder()));
    String line = line(level, about, hidden);
    out.accept(line);
    List<String> names = new ArrayList<>();
    names.add(ALL);
    if (level == HostEvent.Level.ERROR) {
      names.add(ERRORS);
    }
    delegate.map(it -> it.info().id()).filter(id -> !TAKEN.contains(id)).ifPresent(names::add);
    folder.ifPresent(it -> add(it, names, (line + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  private String line(HostEvent.Level level, Optional<Plugin> about, String text) {
    return Json.object(
            out -> {
              out.writeStringProperty(
                  "timestamp", clock.now().truncatedTo(ChronoUnit.MILLIS).toString());
              out.writeStringProperty("level", level.name().toLowerCase(Locale.ROOT));
              about.ifPresent(
                  it -> {
                    out.writeStringProperty("contract", it.info().contract());
                    out.writeStringProperty("plugin", it.info().id());
                  });
              out.writeStringProperty("message", UntrustedText.excerpt(text, LONGEST_TEXT));
            })
        .toString();
  }

  private void add(Path logs, List<String> names, byte[] line) {
    try {
      for (String name : names) {
        new LogFile(logs.resolve(name + ".log"), mostBytes).add(line);
      }
    } catch (IOException | RuntimeException e) {
      if (!complained) {
        complained = true;
        out.accept(
            line(
                HostEvent.Level.WARN,
                Optional.empty(),
                "the files in " + logs + " cannot be written: " + e));
      }
    }
  }
}
