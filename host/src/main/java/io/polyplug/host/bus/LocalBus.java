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
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The bus of one process: one lock gives the order, and deliveries happen outside of it. */
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
    List<Member> hearers = new ArrayList<>();
    long own;
    lock.lock();
    try {
      own = ++version;
      Snapshot fresh = new Snapshot(topic, payload, own, publisher);
      retain(fresh);
      hearers.addAll(subscribers.getOrDefault(topic, Set.of()));
      for (Member member : toAll) {
        if (!member.topics.contains(topic)) {
          hearers.add(member);
        }
      }
      hearers.removeIf(member -> member.name.equals(publisher));
      // In here the order is made; telling takes longer and happens outside.
      hearers.forEach(member -> member.inbox.add(fresh));
    } finally {
      lock.unlock();
    }
    long upTo = own;
    hearers.forEach(member -> member.tell(upTo));
    return own;
  }

  private void retain(Snapshot fresh) {
    drop(latest.get(fresh.topic()));
    latest.put(fresh.topic(), fresh);
    Kept kept = byPublisher.computeIfAbsent(fresh.publisher(), _ -> new Kept());
    kept.topics.put(fresh.topic(), fresh);
    kept.bytes += Retention.size(fresh);
    Iterator<Snapshot> oldest = kept.topics.values().iterator();
    while (kept.topics.size() > 1
        && (kept.topics.size() > retention.topics() || kept.bytes > retention.bytes())) {
      Snapshot old = oldest.next();
      oldest.remove();
      kept.bytes -= Retention.size(old);
      latest.remove(old.topic());
    }
  }

  private void drop(@Nullable Snapshot old) {
    if (old != null) {
      latest.remove(old.topic());
      Kept kept = byPublisher.get(old.publisher());
      if (kept != null && kept.topics.remove(old.topic()) != null) {
        kept.bytes -= Retention.size(old);
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

  /**
   * A listener. What it hears is put into its inbox under the lock of the bus and told by those who
   * published it, one at a time.
   */
  private final class Member implements BusListener {
    private final String name;
    private final Consumer<Snapshot> delivery;
    private final Queue<Snapshot> inbox = new ConcurrentLinkedQueue<>();
    private final ReentrantLock telling = new ReentrantLock(true);
    private volatile boolean closed;

    /** Touched under the lock of the bus only. */
    private final Set<String> topics = new HashSet<>();

    Member(String name, Consumer<Snapshot> delivery) {
      this.name = name;
      this.delivery = delivery;
    }

    /**
     * Tells what was published up to this version. Not more: whoever published that tells it, and a
     * flood of theirs is not ours to tell.
     */
    private void tell(long version) {
      telling.lock();
      try {
        for (Snapshot next = inbox.peek();
            next != null && next.version() <= version;
            next = inbox.peek()) {
          inbox.remove();
          if (!closed) {
            delivery.accept(next);
          }
        }
      } finally {
        telling.unlock();
      }
    }

    @Override
    public Optional<Snapshot> subscribe(String topic) {
      lock.lock();
      try {
        if (!closed && topics.add(topic)) {
          subscribers.computeIfAbsent(topic, _ -> new LinkedHashSet<>()).add(this);
        }
        return LocalBus.this.latest(topic);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public List<Snapshot> subscribeToAll() {
      lock.lock();
      try {
        if (!closed) {
          toAll.add(this);
        }
        return LocalBus.this.retained();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      closed = true;
      lock.lock();
      try {
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
      telling.lock();
      try {
        // What was being told was the last.
        inbox.clear();
      } finally {
        telling.unlock();
      }
    }
  }
}
