package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HostEventsTest {
  private static HostEvent line(int number) {
    return new HostEvent.LogLine("p", HostEvent.Level.INFO, String.valueOf(number));
  }

  @Test
  void eventsArriveInOrder() throws Exception {
    HostEvents events = new HostEvents(() -> 0);
    List<HostEvent> seen = new ArrayList<>();
    CountDownLatch all = new CountDownLatch(1000);
    events.subscribe(
        event -> {
          seen.add(event);
          all.countDown();
        });
    for (int i = 0; i < 1000; i++) {
      events.emit(line(i));
    }
    assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < 1000; i++) {
      assertThat(seen.get(i)).isEqualTo(line(i));
    }
  }

  @Test
  void aListenerThatHangsSlowsNobodyAndIsToldWhatItLost() throws Exception {
    HostEvents events = new HostEvents(() -> 0);
    CountDownLatch never = new CountDownLatch(1);
    var slow =
        events.subscribe(
            event -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    for (int i = 0; i < 10_000; i++) {
      events.emit(line(i));
    }
    assertThat(slow.dropped()).isBetween(10_000L - 8_192 - 1, 10_000L - 8_192);
    never.countDown();
  }

  @Test
  void largeFramesAreBoundedByTheirBytes() throws Exception {
    HostEvents events = new HostEvents(() -> 0);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicLong held = new AtomicLong();
    var slow =
        events.subscribe(
            event -> {
              begun.countDown();
              held.addAndGet(((HostEvent.FrameSeen) event).frame().length);
              try {
                release.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    byte[] frame = new byte[1 << 20];
    events.emit(new HostEvent.FrameSeen("p", HostEvent.Direction.FROM_PLUGIN, frame, 0));
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < 100; i++) {
      events.emit(new HostEvent.FrameSeen("p", HostEvent.Direction.FROM_PLUGIN, frame, 0));
    }
    assertThat(slow.dropped()).isEqualTo(100 - EventQueue.MOST_BYTES / frame.length);
    release.countDown();
    events.drain(Duration.ofSeconds(10));
    assertThat(held).hasValue(EventQueue.MOST_BYTES + frame.length);
  }

  @Test
  void aListenerThatThrowsHearsTheNextEventAllTheSame() throws Exception {
    HostEvents events = new HostEvents(() -> 0);
    CountDownLatch second = new CountDownLatch(2);
    var subscription =
        events.subscribe(
            event -> {
              second.countDown();
              if (second.getCount() == 1) {
                Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
                throw new IllegalStateException("on purpose");
              }
            });
    events.emit(line(1));
    events.emit(line(2));
    assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
    subscription.close();
    assertThat(events.hasListeners()).isFalse();
  }

  @Test
  void whoWantsNoFramesGetsNoneAndLetsThemBeSpared() throws Exception {
    HostEvents events = new HostEvents(() -> 0);
    List<HostEvent> heard = Collections.synchronizedList(new ArrayList<>());
    events.subscribeWithoutFrames(heard::add);
    assertThat(events.wantsFrames()).isFalse();
    events.emit(new HostEvent.FrameSeen("a", HostEvent.Direction.TO_PLUGIN, new byte[1], 0));
    events.emit(new HostEvent.CallStarted("a", 1, "t", Optional.empty()));
    events.drain(Duration.ofSeconds(30));
    assertThat(heard).containsExactly(new HostEvent.CallStarted("a", 1, "t", Optional.empty()));
    try (HostEvents.Subscription _ = events.subscribe(_ -> {})) {
      assertThat(events.wantsFrames()).isTrue();
    }
  }

  @Test
  void whoWantsNoCallsHearsOfNeitherCallsNorFrames() throws Exception {
    HostEvents events = new HostEvents(() -> 0);
    List<HostEvent> heard = Collections.synchronizedList(new ArrayList<>());
    events.subscribeWithoutCalls(heard::add);
    assertThat(events.wantsFrames()).isFalse();
    events.emit(new HostEvent.FrameSeen("a", HostEvent.Direction.TO_PLUGIN, new byte[1], 0));
    events.emit(new HostEvent.CallStarted("a", 1, "t", Optional.empty()));
    events.emit(new HostEvent.CallEnded("a", 1, "t", Duration.ZERO, Optional.empty()));
    events.emit(new HostEvent.ToolsChanged("a"));
    events.drain(Duration.ofSeconds(30));
    assertThat(heard).containsExactly(new HostEvent.ToolsChanged("a"));
  }

  @Test
  void asManyEndlessStreamsOfEventsAsCoresLeaveRoomForOtherVirtualThreads() throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    CountDownLatch running = new CountDownLatch(cores);
    CountDownLatch other = new CountDownLatch(1);
    AtomicBoolean over = new AtomicBoolean();
    for (int i = 0; i < cores; i++) {
      HostEvents events = new HostEvents(() -> 0);
      events.subscribe(
          event -> {
            running.countDown();
            if (!over.get()) {
              events.emit(event);
            }
          });
      events.emit(line(i));
    }
    try {
      assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
      Thread.ofVirtual().start(other::countDown);
      assertThat(other.await(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      over.set(true);
    }
  }
}
