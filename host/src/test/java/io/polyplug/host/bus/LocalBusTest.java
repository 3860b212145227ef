package io.polyplug.host.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the bus promises to publishers and listeners. */
class LocalBusTest {
  private final SnapshotBus bus = SnapshotBus.inProcess();
  private final List<String> heard = new ArrayList<>();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private BusListener listener(String name) {
    return bus.join(
        name,
        snapshot ->
            heard.add(
                name
                    + " "
                    + snapshot.topic()
                    + " "
                    + new String(snapshot.payload(), StandardCharsets.UTF_8)));
  }

  @Test
  void theLastValueOfATopicIsRetainedWithAVersionOfTheWholeBus() {
    assertThat(bus.latest("a")).isEmpty();
    assertThat(bus.publish("p", "a", bytes("1"))).isEqualTo(1);
    assertThat(bus.publish("q", "b", bytes(""))).isEqualTo(2);
    assertThat(bus.publish("q", "a", bytes("2"))).isEqualTo(3);
    assertThat(bus.latest("a")).contains(new Snapshot("a", bytes("2"), 3, "q"));
    assertThat(bus.retained()).extracting(Snapshot::topic).containsExactly("a", "b");
  }

  @Test
  void everyPublishIsDeliveredOnceAndInOrder() {
    BusListener one = listener("one");
    one.subscribe("a");
    one.subscribe("a");
    one.subscribeToAll();
    for (int i = 0; i < 3; i++) {
      bus.publish("p", "a", bytes("" + i));
    }
    assertThat(heard).containsExactly("one a 0", "one a 1", "one a 2");
  }

  @Test
  void aPublisherNeverHearsItself() {
    listener("one").subscribe("a");
    listener("two").subscribe("a");
    bus.publish("one", "a", bytes("x"));
    assertThat(heard).containsExactly("two a x");
  }

  @Test
  void nothingIsReplayedAndNothingIsHeardAfterTheClose() {
    bus.publish("p", "a", bytes("before"));
    BusListener one = listener("one");
    one.subscribe("a");
    assertThat(heard).isEmpty();
    one.close();
    one.subscribe("a");
    bus.publish("p", "a", bytes("after"));
    assertThat(heard).isEmpty();
  }

  @Test
  void onlyItsPublisherCanForgetAValue() {
    bus.publish("p", "a", bytes("x"));
    bus.forget("q", "a");
    assertThat(bus.latest("a")).isPresent();
    bus.forget("p", "a");
    assertThat(bus.latest("a")).isEmpty();
  }

  @Test
  void beyondItsShareAPublisherLosesItsOwnOldestValues() {
    SnapshotBus small = new LocalBus(new Retention(2, 1_000));
    small.publish("other", "theirs", new byte[700]);
    small.publish("p", "a", bytes("1"));
    small.publish("p", "b", bytes("1"));
    small.publish("p", "c", bytes("1"));
    assertThat(small.retained()).extracting(Snapshot::topic).containsExactly("b", "c", "theirs");
    small.publish("p", "b", new byte[700]);
    assertThat(small.retained()).extracting(Snapshot::topic).containsExactly("b", "theirs");
    small.publish("p", "d".repeat(400), bytes(""));
    assertThat(small.retained())
        .extracting(Snapshot::topic)
        .containsExactly("d".repeat(400), "theirs");
    small.publish("p", "e", new byte[2_000]);
    assertThat(small.latest("e")).isPresent();
    assertThat(small.retained()).hasSize(2);
  }

  @Test
  void whoSubscribesIsGivenTheLastValueAndToldOnlyWhatIsNewer() {
    bus.publish("p", "a", bytes("1"));
    BusListener one = listener("one");
    assertThat(one.subscribe("a").orElseThrow().version()).isEqualTo(1);
    assertThat(one.subscribe("b")).isEmpty();
    assertThat(one.subscribeToAll()).extracting(Snapshot::topic).containsExactly("a");
    bus.publish("p", "a", bytes("2"));
    assertThat(heard).containsExactly("one a 2");
  }

  @Test
  void aPublisherTellsNothingThatWasPublishedAfterItsOwn() throws Exception {
    List<String> told = new ArrayList<>();
    Thread second = Thread.ofPlatform().name("second").unstarted(() -> publish("second"));
    bus.join(
            "listener",
            snapshot -> {
              told.add(Thread.currentThread().getName() + " tells " + snapshot.publisher());
              if (snapshot.publisher().equals("first")) {
                // Publishes while the first is being told, and has to wait for that.
                second.start();
                while (second.getState() != Thread.State.WAITING) {
                  Thread.onSpinWait();
                }
              }
            })
        .subscribe("a");
    Thread first = Thread.ofPlatform().name("first").start(() -> publish("first"));
    first.join();
    second.join();
    assertThat(told).containsExactly("first tells first", "second tells second");
  }

  private void publish(String publisher) {
    bus.publish(publisher, "a", new byte[0]);
  }

  @Test
  void aTopicHasAName() {
    assertThatThrownBy(() -> bus.publish("p", "", bytes("x")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void allListenersHearConcurrentPublishesInTheSameOrder() throws Exception {
    List<Long> one = new ArrayList<>();
    List<Long> two = new ArrayList<>();
    bus.join("one", it -> one.add(it.version())).subscribe("a");
    bus.join("two", it -> two.add(it.version())).subscribeToAll();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String publisher = "p" + i;
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int n = 0; n < 1_000; n++) {
                      bus.publish(publisher, "a", new byte[0]);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(one).hasSize(4_000).isSorted().isEqualTo(two);
  }
}
