package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.PeerNotices;
import io.polyplug.host.bus.BusListener;
import io.polyplug.host.bus.Snapshot;
import io.polyplug.host.bus.SnapshotBus;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.EndReason;
import io.polyplug.wire.Json;
import io.polyplug.wire.Peer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The place of one running plugin on the snapshot bus (5.3, section 7): what it may publish, ask
 * for and hear. Declared subscriptions hold from the start of the process, made ones until its end.
 * Safe from any thread.
 */
final class BusSeat implements AutoCloseable {
  private static final String CLOSE_REQUEST = "ui.close_request";
  private static final String UI_STATE = "ui.state";
  private static final List<String> TAKEN = List.of("stream:", "socket:", UI_STATE + "/");
  private static final int SHOWN = 100;

  /** Longer names of topics are no names. */
  private static final int LONGEST_TOPIC = 4_096;

  /** So many topics may one plugin hear. */
  private static final int MOST_TOPICS = 10_000;

  private final Manifest manifest;
  private final Grant grant;
  private final String publisher;
  private final SnapshotBus bus;
  private final EventTexts events;
  private final PeerNotices notices;
  private final Wishes wishes;
  private final BusListener listener;
  private final Set<String> subscribed = ConcurrentHashMap.newKeySet();
  private final Set<String> idleTopics = ConcurrentHashMap.newKeySet();
  private final CountDownLatch opened = new CountDownLatch(1);
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable Peer peer;

  /** What a seat tells whoever owns it. */
  interface Wishes {
    /** Something happened that keeps the plugin from being idle. */
    void activity();

    /** An event was sent to the plugin, so what it shows may have changed. */
    void eventSent();

    /** The plugin wants this screen to be left; false if it is not shown. */
    boolean closeRequested(String screen);
  }

  BusSeat(
      Manifest manifest,
      Capabilities capabilities,
      String publisher,
      SnapshotBus bus,
      EventTexts events,
      PeerNotices notices,
      Wishes wishes) {
    this.manifest = manifest;
    this.grant = capabilities.of(Capability.EVENT_BUS);
    this.publisher = publisher;
    this.bus = bus;
    this.events = events;
    this.notices = notices;
    this.wishes = wishes;
    idleTopics.addAll(manifest.subscribes().latestState());
    this.listener = bus.join(publisher, this::deliver);
  }

  /** Hears the bus from now on; nothing may have been sent to the plugin before. */
  void open(Peer to) {
    peer = to;
    for (String topic : manifest.subscribes().snapshots()) {
      if (!topic.isEmpty() && TopicGate.allows(grant, topic)) {
        hear(topic);
      }
    }
    opened.countDown();
  }

  private void hear(String topic) {
    subscribed.add(topic);
    listener.subscribe(topic);
  }

  /** Whether the plugin hears something that is a reason to keep it running (8.5). */
  boolean isLive() {
    return subscribed.stream().anyMatch(Predicate.not(idleTopics::contains));
  }

  /** {@code host/snapshot/get}. */
  Json get(Json params) {
    wishes.activity();
    require(grant.isGranted());
    String topic = topic(params);
    String asked = topic.equals(UI_STATE) ? ownState() : topic;
    return bus.latest(asked)
        .map(BusSeat::result)
        .orElseGet(
            () ->
                Json.object(
                    out -> {
                      out.writeNullProperty("payload");
                      out.writeNumberProperty("version", 0);
                    }));
  }

  private static Json result(Snapshot snapshot) {
    return Json.object(
        out -> {
          out.writeStringProperty("payload", Bytes.write(snapshot.payload()));
          out.writeNumberProperty("version", snapshot.version());
        });
  }

  /** {@code host/snapshot/subscribe}. */
  Json subscribe(Json params) throws InterruptedException {
    wishes.activity();
    require(grant.isGranted());
    String topic = topic(params);
    opened.await();
    if (subscribed.size() >= MOST_TOPICS && !subscribed.contains(topic)) {
      throw AinbErrors.invalidParams("topic: it hears " + MOST_TOPICS + " topics already");
    }
    // One that asks for it wants it now, whatever its manifest says of it.
    idleTopics.remove(topic);
    hear(topic);
    return Json.EMPTY_OBJECT;
  }

  /** {@code host/snapshot/publish}. */
  void publish(Json params) {
    wishes.activity();
    require(grant.isGranted());
    String topic = topic(params);
    byte[] payload = Fields.of(params).bytes("payload");
    switch (topic) {
      case CLOSE_REQUEST -> requestClose(payload);
      case UI_STATE -> bus.publish(publisher, ownState(), payload);
      default -> {
        require(!topic.startsWith(TopicGate.FLEET));
        for (String taken : TAKEN) {
          if (topic.startsWith(taken)) {
            throw AinbErrors.invalidParams("topic: names that begin with " + taken + " are taken");
          }
        }
        events.begin(topic, payload);
        try {
          bus.publish(publisher, topic, payload);
        } finally {
          events.end(payload);
        }
      }
    }
  }

  private void requestClose(byte[] payload) {
    String screen = Fields.of(Json.parseRepaired(payload)).text("screen_id");
    if (!manifest.provides().screens().contains(screen) || !wishes.closeRequested(screen)) {
      notices.warn(
          "It asks to leave a screen that is not shown: " + UntrustedText.excerpt(screen, SHOWN));
    }
  }

  private String ownState() {
    return UI_STATE + "/" + manifest.name();
  }

  private String topic(Json params) {
    String topic = Fields.of(params).text("topic");
    if (topic.isEmpty() || topic.length() > LONGEST_TOPIC) {
      throw AinbErrors.invalidParams(
          "topic: expected a name of at most " + LONGEST_TOPIC + " characters");
    }
    require(TopicGate.allows(grant, topic));
    return topic;
  }

  private static void require(boolean allowed) {
    if (!allowed) {
      throw AinbErrors.denied(Capability.EVENT_BUS);
    }
  }

  /** On the thread of a publisher: queues and returns. */
  private void deliver(Snapshot snapshot) {
    Peer to = peer;
    if (to == null) {
      return;
    }
    try {
      to.notify(events.of(snapshot), AinbLanes.REST);
    } catch (CallException e) {
      if (e.failure() instanceof CallFailure.SendFailed) {
        notices.warn("An event was dropped: " + e.failure().sentence());
      }
      return;
    } catch (OutOfMemoryError e) {
      // It cannot tell that one is missing, so it must not go on without it.
      to.end(new EndReason(EndReason.Kind.OVERFLOW, "There is no memory for what it would hear."));
      return;
    }
    if (!idleTopics.contains(snapshot.topic())) {
      wishes.activity();
    }
    wishes.eventSent();
  }

  /** Hears nothing more; what it showed of itself is forgotten. */
  @Override
  public void close() {
    // Once: the next life of the plugin may have a state by the second time.
    if (closed.compareAndSet(false, true)) {
      listener.close();
      opened.countDown();
      bus.forget(publisher, ownState());
    }
  }
}
