package io.polyplug.cli.running;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.bus.Snapshot;
import io.polyplug.host.bus.SnapshotBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Following a bus that waits for nobody. */
class BusFollowerTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final long PLENTY = 1L << 30;

  private final SnapshotBus bus = SnapshotBus.inProcess();

  private BusFollower follow(String... topic) {
    return new BusFollower(bus, topic.length == 0 ? Optional.empty() : Optional.of(topic[0]));
  }

  private static List<String> topics(BusFollower.Batch batch) {
    return batch.snapshots().stream().map(Snapshot::topic).toList();
  }

  @Test
  void theLastValuesComeFirstInTheOrderOfTheirPublishes() throws Exception {
    bus.publish("p", "b", new byte[1]);
    bus.publish("p", "a", new byte[1]);
    bus.publish("p", "b", new byte[2]);
    try (BusFollower follower = follow()) {
      bus.publish("p", "c", new byte[0]);
      assertThat(topics(follower.next(PLENTY, LONG))).containsExactly("a", "b", "c");
    }
  }

  @Test
  void aTopicAloneCanBeFollowed() throws Exception {
    bus.publish("p", "a", new byte[1]);
    bus.publish("p", "b", new byte[1]);
    try (BusFollower follower = follow("a")) {
      bus.publish("p", "b", new byte[1]);
      bus.publish("q", "a", new byte[1]);
      assertThat(follower.next(PLENTY, LONG).snapshots())
          .extracting(Snapshot::publisher)
          .containsExactly("p", "q");
    }
  }

  @Test
  void whoTakesTooSlowlyMissesTheOldestAndIsToldHowMany() throws Exception {
    try (BusFollower follower = follow()) {
      for (int i = 0; i < BusFollower.MOST_WAITING + 7; i++) {
        bus.publish("p", "t" + i, new byte[1]);
      }
      BusFollower.Batch batch = follower.next(PLENTY, LONG);
      assertThat(batch.missed()).isEqualTo(7);
      assertThat(batch.snapshots()).hasSize(BusFollower.MOST_WAITING);
      assertThat(batch.snapshots().getFirst().topic()).isEqualTo("t7");
      bus.publish("p", "next", new byte[1]);
      assertThat(follower.next(PLENTY, LONG).missed()).isZero();
    }
  }

  @Test
  void manyBytesCountLikeManyPublishesAndTheNewestStays() throws Exception {
    try (BusFollower follower = follow()) {
      bus.publish("p", "small", new byte[1]);
      bus.publish("p", "large", new byte[(int) BusFollower.MOST_BYTES + 1]);
      BusFollower.Batch batch = follower.next(PLENTY, LONG);
      assertThat(batch.missed()).isEqualTo(1);
      assertThat(topics(batch)).containsExactly("large");
    }
  }

  @Test
  void aBatchIsBoundedButNeverEmptyForIt() throws Exception {
    try (BusFollower follower = follow()) {
      bus.publish("p", "a", new byte[10]);
      bus.publish("p", "b", new byte[1]);
      bus.publish("p", "c", new byte[3]);
      assertThat(topics(follower.next(4, LONG))).containsExactly("a");
      assertThat(topics(follower.next(4, LONG))).containsExactly("b", "c");
    }
  }

  @Test
  void nobodyHearsASnapshotTwiceWhateverIsPublishedMeanwhile() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Thread publisher =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < 900; i++) {
                    bus.publish("p", "t" + i % 3, new byte[1]);
                    if (i == 100) {
                      begun.countDown();
                    }
                  }
                });
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    List<Long> versions = new ArrayList<>();
    try (BusFollower follower = follow()) {
      while (versions.isEmpty() || versions.getLast() < 900) {
        follower.next(PLENTY, LONG).snapshots().forEach(it -> versions.add(it.version()));
      }
    }
    publisher.join();
    assertThat(versions).isSorted().doesNotHaveDuplicates();
    List<Long> afterTheLastValues = versions.subList(Math.min(3, versions.size()), versions.size());
    for (int i = 1; i < afterTheLastValues.size(); i++) {
      assertThat(afterTheLastValues.get(i)).isEqualTo(afterTheLastValues.get(i - 1) + 1);
    }
  }

  @Test
  void closingEndsTheWaitingAndTheHearing() throws Exception {
    BusFollower follower = follow();
    Thread closing = Thread.ofVirtual().start(follower::close);
    assertThat(follower.next(PLENTY, LONG).snapshots()).isEmpty();
    closing.join();
    bus.publish("p", "t", new byte[1]);
    assertThat(follower.next(PLENTY, LONG).snapshots()).isEmpty();
  }
}
