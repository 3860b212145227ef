package io.polyplug.host.bus;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The bus of one process: one lock gives the order, and deliveries happen under it. */
final class LocalBus implements SnapshotBus {
  private final Retention retention;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Snapshot> latest = new HashMap<>();
  private final Map<String, Kept> byPublisher = new HashMap<>();
  private final Map<String, Set<Member>> subscribers = new HashMap<>();
  private final Set<Member> toAll = new LinkedHashSet<>();
  private long version;

  /** What is retained of one publisher, the oldest first. */
  private static final class Kept {
    final Map<String, Snapshot> topics = new LinkedHashMap<>();
    long bytes;
  }

  LocalBus(Retention retention) {
    this.retention = retention;
  }

  @Override
  public long publish(String publisher, String topic, byte[] payload) {
    if (topic.isEmpty()) {
      throw new IllegalArgumentException("a topic must not be empty");
    }
    lock.lock();
    try {
      Snapshot fresh = new Snapshot(topic, payload, ++version, publisher);
      retain(fresh);
      for (Member member : subscribers.getOrDefault(topic, Set.of())) {
        member.hear(fresh);
      }
      for (Member member : toAll) {
        if (!member.topics.contains(topic)) {
          member.hear(fresh);
        }
      }
      return fresh.version();
    } finally {
      lock.unlock();
    }
  }

  private void retain(Snapshot fresh) {
    drop(latest.get(fresh.topic()));
    latest.put(fresh.topic(), fresh);
    Kept kept = byPublisher.computeIfAbsent(fresh.publisher(), _ -> new Kept());
    kept.topics.put(fresh.topic(), fresh);
    kept.bytes += fresh.payload().length;
    Iterator<Snapshot> oldest = kept.topics.values().iterator();
    while (kept.topics.size() > 1
        && (kept.topics.size() > retention.topics() || kept.bytes > retention.bytes())) {
      Snapshot old = oldest.next();
      oldest.remove();
      kept.bytes -= old.payload().length;
      latest.remove(old.topic());
    }
  }

  private void drop(@Nullable Snapshot old) {
    if (old != null) {
      latest.remove(old.topic());
      Kept kept = byPublisher.get(old.publisher());
      if (kept != null && kept.topics.remove(old.topic()) != null) {
        kept.bytes -= old.payload().length;
        if (kept.topics.isEmpty()) {
          byPublisher.remove(old.publisher());
        }
      }
    }
  }

  @Override
  public Optional<Snapshot> latest(String topic) {
    lock.lock();
    try {
      return Optional.ofNullable(latest.get(topic));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<Snapshot> retained() {
    lock.lock();
    try {
      List<Snapshot> all = new ArrayList<>(latest.values());
      all.sort(Comparator.comparing(Snapshot::topic));
      return List.copyOf(all);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void forget(String publisher, String topic) {
    lock.lock();
    try {
      Snapshot there = latest.get(topic);
      if (there != null && there.publisher().equals(publisher)) {
        drop(there);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public BusListener join(String name, Consumer<Snapshot> delivery) {
    return new Member(name, delivery);
  }

  /** A listener; its fields are touched under the lock only. */
  private final class Member implements BusListener {
    private final String name;
    private final Consumer<Snapshot> delivery;
    private final Set<String> topics = new HashSet<>();
    private boolean closed;

    Member(String name, Consumer<Snapshot> delivery) {
      this.name = name;
      this.delivery = delivery;
    }

    private void hear(Snapshot snapshot) {
      if (!snapshot.publisher().equals(name)) {
        delivery.accept(snapshot);
      }
    }

    @Override
    public void subscribe(String topic) {
      lock.lock();
      try {
        if (!closed && topics.add(topic)) {
          subscribers.computeIfAbsent(topic, _ -> new LinkedHashSet<>()).add(this);
        }
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void subscribeToAll() {
      lock.lock();
      try {
        if (!closed) {
          toAll.add(this);
        }
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      lock.lock();
      try {
        closed = true;
        toAll.remove(this);
        for (String topic : topics) {
          Set<Member> others = subscribers.get(topic);
          if (others != null && others.remove(this) && others.isEmpty()) {
            subscribers.remove(topic);
          }
        }
        topics.clear();
      } finally {
        lock.unlock();
      }
    }
  }
}
