package io.polyplug.host;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events that wait for one listener, in their order, bounded in number and bytes. When there are
 * too many, log lines and frames give way: the oldest ones of the plugin that has most of them.
 * Anything else is lost only when there are none of those. For one thread at a time.
 */
final class EventQueue {
  static final int MOST = 8_192;
  static final long MOST_BYTES = 16L << 20;

  private record Entry(long number, HostEvent event, long bytes) {}

  /** What waits in one order. */
  private static final class Flow {
    final ArrayDeque<Entry> entries = new ArrayDeque<>(4);
    long bytes;

    void add(Entry entry) {
      entries.addLast(entry);
      bytes += entry.bytes();
    }

    Entry remove() {
      Entry entry = entries.removeFirst();
      bytes -= entry.bytes();
      return entry;
    }

    int size() {
      return entries.size();
    }

    long bytes() {
      return bytes;
    }
  }

  /** What a plugin can make without end, for each plugin; none is empty. */
  private final Map<String, Flow> floods = new HashMap<>();

  private final Flow rest = new Flow();
  private long numbers;
  private int size;
  private long bytes;

  /** Adds the event and says how many were lost for it. */
  int add(HostEvent event) {
    Entry entry = new Entry(numbers++, event, bytes(event));
    Flow flow =
        isExpendable(event) ? floods.computeIfAbsent(event.plugin(), _ -> new Flow()) : rest;
    flow.add(entry);
    size++;
    bytes += entry.bytes();
    int lost = 0;
    // An event that is alone stays, however large: it is bounded by its contract.
    while (size > 1 && (size > MOST || bytes > MOST_BYTES)) {
      removeFrom(fullest());
      lost++;
    }
    return lost;
  }

  /** The oldest event; null if there is none. */
  @Nullable HostEvent poll() {
    Flow oldest = rest.size() == 0 ? null : rest;
    for (Flow flow : floods.values()) {
      if (oldest == null || number(flow) < number(oldest)) {
        oldest = flow;
      }
    }
    return oldest == null ? null : removeFrom(oldest).event();
  }

  private static long number(Flow flow) {
    return flow.entries.getFirst().number();
  }

  private Flow fullest() {
    Comparator<Flow> measure =
        size > MOST ? Comparator.comparingInt(Flow::size) : Comparator.comparingLong(Flow::bytes);
    return floods.values().stream().max(measure).orElse(rest);
  }

  private Entry removeFrom(Flow flow) {
    Entry entry = flow.remove();
    size--;
    bytes -= entry.bytes();
    if (flow != rest && flow.size() == 0) {
      floods.remove(entry.event().plugin());
    }
    return entry;
  }

  private static boolean isExpendable(HostEvent event) {
    return switch (event) {
      case HostEvent.LogLine _, HostEvent.FrameSeen _ -> true;
      case HostEvent.StateChanged _,
          HostEvent.CallStarted _,
          HostEvent.CallEnded _,
          HostEvent.StreamEnded _,
          HostEvent.PluginAdded _,
          HostEvent.ToolsChanged _,
          HostEvent.PluginRemoved _ ->
          false;
    };
  }

  private static long bytes(HostEvent event) {
    return switch (event) {
      case HostEvent.FrameSeen seen -> seen.frame().length;
      case HostEvent.LogLine line -> bytes(line.text());
      case HostEvent.StateChanged change ->
          change.reason().map(reason -> bytes(reason.message())).orElse(0L);
      case HostEvent.CallStarted call -> bytes(call.tool());
      case HostEvent.CallEnded call -> bytes(call.tool()) + bytes(call.errorCode().orElse(""));
      case HostEvent.StreamEnded it -> bytes(it.tool()) + bytes(it.errorCode().orElse(""));
      case HostEvent.PluginAdded _, HostEvent.ToolsChanged _, HostEvent.PluginRemoved _ -> 0;
    };
  }

  private static long bytes(String text) {
    return 2L * text.length();
  }
}
