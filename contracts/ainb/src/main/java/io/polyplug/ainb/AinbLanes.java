package io.polyplug.ainb;

import io.polyplug.wire.LaneSpec;
import io.polyplug.wire.LaneSpec.AtStart;
import io.polyplug.wire.LaneSpec.OnFull;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerBuilder;
import java.util.List;

/**
 * The order in which frames go to a plugin (4.4): replies, keys, mouse, the rest. Before the reply
 * to init only replies to the plugin go out; keys of that time are dropped, all else waits.
 */
final class AinbLanes {
  /** A plugin that leaves so much unread has stopped reading, whatever it does. */
  private static final long MOST_UNREAD = 128L << 20;

  private static final int MOST_FRAMES = 1_000_000;

  /** How many keys wait for a plugin that is slow to take them; the oldest give way. */
  private static final int KEYS_WAITING = 64;

  static final LaneSpec REPLIES =
      LaneSpec.of("replies", 1).bounded(MOST_FRAMES, MOST_UNREAD, OnFull.END_PEER);
  static final LaneSpec KEYS =
      LaneSpec.of("keys", 2)
          .bounded(KEYS_WAITING, Long.MAX_VALUE, OnFull.DROP_OLDEST)
          .startingAs(AtStart.DROP);
  static final LaneSpec MOUSE =
      LaneSpec.of("mouse", 3)
          .bounded(KEYS_WAITING, Long.MAX_VALUE, OnFull.DROP_OLDEST)
          .startingAs(AtStart.DROP);

  /** The first call and the last one: they pass when nothing else may. */
  static final LaneSpec LIFE = LaneSpec.of("life", 4);

  static final LaneSpec REST =
      LaneSpec.of("rest", 5)
          .bounded(MOST_FRAMES, MOST_UNREAD, OnFull.END_PEER)
          .startingAs(AtStart.HOLD);

  private AinbLanes() {}

  static PeerBuilder in(PeerBuilder builder) {
    return builder.lanes(List.of(REPLIES, KEYS, MOUSE, LIFE, REST), REST, REPLIES);
  }

  static void open(Peer peer) {
    peer.openLane(KEYS);
    peer.openLane(MOUSE);
    peer.openLane(REST);
  }

  /** For the end of a plugin: nothing but replies and the last call goes out any more (5.2). */
  static void close(Peer peer) {
    peer.closeLanes(KEYS, MOUSE, REST);
  }
}
