package io.polyplug.host;

import io.polyplug.wire.FrameBytes;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The beginnings of the last frames of all plugins of a host, for whoever wants to know afterwards
 * what was said before something failed.
 *
 * <p>It is always on, so it has to be cheap: one array with a budget for the whole host, into which
 * each frame is copied, at most {@value #LONGEST} bytes of it, over the oldest ones. The array is
 * made with the first frame, small, and grows to its budget. Nothing is redacted here; whoever
 * shows or writes frames does that. Safe from any thread.
 */
public final class FlightRing {
  /** How many bytes of a frame are kept. */
  public static final int LONGEST = 512;

  private static final int BUDGET = 512 << 10;
  private static final int FIRST = 8 << 10;

  /** Size of what is kept, size of the frame, time, plugin, direction. */
  private static final int HEAD = 4 + 4 + 8 + 4 + 1;

  private final int budget;
  private byte[] ring = new byte[0];
  private ByteBuffer view = ByteBuffer.wrap(ring);

  /** Where the records begin that are still whole, oldest first. */
  private final ArrayDeque<Integer> starts = new ArrayDeque<>();

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> keys = new ArrayList<>();

  /** How many bytes went to each plugin, and came from it, by its number. */
  private long[] sent = new long[8];

  private long[] received = new long[8];
  private int next;

  FlightRing() {
    this(BUDGET);
  }

  FlightRing(int budget) {
    this.budget = budget;
  }

  void add(String plugin, HostEvent.Direction direction, long nanos, FrameBytes frame) {
    add(plugin, direction, nanos, frame.array(), frame.offset(), frame.length());
  }

  /** Keeps a frame; the array is only read. */
  synchronized void add(
      String plugin,
      HostEvent.Direction direction,
      long nanos,
      byte[] bytes,
      int offset,
      int length) {
    int kept = Math.min(length, LONGEST);
    int at = makeRoom(HEAD + kept);
    view.putInt(at, kept);
    view.putInt(at + 4, length);
    view.putLong(at + 8, nanos);
    int number = number(plugin);
    (direction == HostEvent.Direction.TO_PLUGIN ? sent : received)[number] += length;
    view.putInt(at + 16, number);
    view.put(at + 20, (byte) (direction == HostEvent.Direction.TO_PLUGIN ? 1 : 0));
    System.arraycopy(bytes, offset, ring, at + HEAD, kept);
    starts.addLast(at);
    next = at + HEAD + kept;
  }

  private int number(String plugin) {
    Integer known = numbers.get(plugin);
    if (known != null) {
      return known;
    }
    keys.add(plugin);
    if (keys.size() > sent.length) {
      sent = Arrays.copyOf(sent, 2 * sent.length);
      received = Arrays.copyOf(received, 2 * received.length);
    }
    numbers.put(plugin, keys.size() - 1);
    return keys.size() - 1;
  }

  /** Where a record of this size goes; those that lie there are forgotten. */
  private int makeRoom(int size) {
    if (next + size > ring.length && ring.length < budget) {
      grow(size);
    }
    int at = next + size > ring.length ? 0 : next;
    if (at < next) {
      // What lies behind the write position is the oldest, and is skipped by going back.
      while (!starts.isEmpty() && starts.getFirst() >= next) {
        starts.removeFirst();
      }
    }
    while (!starts.isEmpty() && starts.getFirst() >= at && starts.getFirst() < at + size) {
      starts.removeFirst();
    }
    return at;
  }

  private void grow(int size) {
    // Only before the first return to the front, when the records lie in the order of their age.
    int wanted = Math.max(Math.max(FIRST, ring.length * 2), next + size);
    byte[] larger = new byte[Math.min(budget, wanted)];
    System.arraycopy(ring, 0, larger, 0, next);
    ring = larger;
    view = ByteBuffer.wrap(ring);
  }

  /** How many bytes of frames ever went this way, kept or not. */
  public synchronized long bytes(String plugin, HostEvent.Direction direction) {
    Integer number = numbers.get(plugin);
    return number == null
        ? 0
        : (direction == HostEvent.Direction.TO_PLUGIN ? sent : received)[number];
  }

  /** The last frames of a plugin, oldest first; of all plugins if there is none given. */
  public synchronized List<RecordedFrame> last(@Nullable String plugin, int most) {
    ArrayDeque<RecordedFrame> found = new ArrayDeque<>();
    var newestFirst = starts.descendingIterator();
    while (newestFirst.hasNext() && found.size() < most) {
      RecordedFrame frame = read(newestFirst.next());
      if (plugin == null || plugin.equals(frame.plugin())) {
        found.addFirst(frame);
      }
    }
    return List.copyOf(found);
  }

  private RecordedFrame read(int at) {
    int kept = view.getInt(at);
    byte[] bytes = new byte[kept];
    System.arraycopy(ring, at + HEAD, bytes, 0, kept);
    return new RecordedFrame(
        keys.get(view.getInt(at + 16)),
        view.get(at + 20) == 1 ? HostEvent.Direction.TO_PLUGIN : HostEvent.Direction.FROM_PLUGIN,
        view.getLong(at + 8),
        bytes,
        view.getInt(at + 4) - kept);
  }
}
