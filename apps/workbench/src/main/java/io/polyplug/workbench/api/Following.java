package io.polyplug.workbench.api;

import io.polyplug.host.HostEvent;
import io.polyplug.host.LogBook;
import io.polyplug.host.bus.BusListener;
import io.polyplug.host.bus.Snapshot;
import io.polyplug.host.flight.Redaction;
import io.polyplug.workbench.Served;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one browser hears of a host: the kinds of events that it wants, which it may change while it
 * listens without missing any of those it goes on to hear. Safe from any thread; closed by whoever
 * made it.
 */
final class Following implements Underway.Entry, AutoCloseable {
  /** No publisher has this name, so that nobody's publishes are left out. */
  private static final String NAME = "polyplug/workbench";

  private static final String FRAME = "frame";
  private static final String LINE = "line";
  private static final String BUS = "bus";

  private final Served served;
  private final Feed feed;
  private final Redaction redaction;
  private final HostListener happenings;
  private volatile Set<String> kinds = Set.of();

  /** Beside the other one: a browser that wants no frames spares their copies. */
  private @Nullable HostListener frames;

  private LogBook.@Nullable Watch lines;
  private @Nullable BusListener bus;
  private boolean closed;

  Following(Served served, Feed feed, Redaction redaction) {
    this.served = served;
    this.feed = feed;
    this.redaction = redaction;
    this.happenings = HostListener.toHappenings(served.host().events(), feed, this::tell);
  }

  /** Hears these from now on, and nothing else. Who begins with the bus hears its last values. */
  synchronized void want(Set<String> wanted) {
    if (closed) {
      return;
    }
    kinds = Set.copyOf(wanted);
    if (wanted.contains(FRAME) && frames == null) {
      frames = HostListener.toFrames(served.host().events(), feed, this::tell);
    } else if (!wanted.contains(FRAME) && frames != null) {
      frames.close();
      frames = null;
    }
    if (wanted.contains(LINE) && lines == null) {
      lines = served.logs().watch(line -> feed.add(LINE, LogRoutes.json(line)));
    } else if (!wanted.contains(LINE) && lines != null) {
      lines.close();
      lines = null;
    }
    if (wanted.contains(BUS) && bus == null) {
      bus = served.host().bus().join(NAME, this::tell);
      bus.subscribeToAll().forEach(this::tell);
    } else if (!wanted.contains(BUS) && bus != null) {
      bus.close();
      bus = null;
    }
  }

  private void tell(HostEvent event) {
    String kind = kind(event);
    if (kinds.contains(kind)) {
      feed.add(kind, EventJson.of(event, redaction));
    }
  }

  private void tell(Snapshot snapshot) {
    feed.add(BUS, BusRoutes.json(snapshot));
  }

  private static String kind(HostEvent event) {
    return switch (event) {
      case HostEvent.StateChanged _ -> "state";
      case HostEvent.LogLine _ -> "log";
      case HostEvent.CallStarted _, HostEvent.CallEnded _, HostEvent.StreamEnded _ -> "call";
      case HostEvent.FrameSeen _ -> FRAME;
      case HostEvent.PluginAdded _, HostEvent.PluginRemoved _, HostEvent.ToolsChanged _ ->
          "plugins";
    };
  }

  @Override
  public void cancel() {
    feed.end();
  }

  @Override
  public synchronized void close() {
    want(Set.of());
    closed = true;
    happenings.close();
  }
}
