package io.polyplug.process.internal;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Whether it looks or sleeps, it answers as poll does. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class EagerPollTest {
  private static final int LONG = 30_000;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment state = arena.allocate(LibC.STATE_BYTES, 8);
  private final MemorySegment fds = arena.allocate(LibC.POLL_BYTES, 8);
  private final EagerPoll poll = new EagerPoll();
  private int out;
  private int in;

  @BeforeEach
  void openPipe() {
    MemorySegment ends = arena.allocate(2 * JAVA_INT.byteSize(), 8);
    assertThat(LibC.pipe2(state, ends, LibC.O_CLOEXEC)).isZero();
    out = ends.getAtIndex(JAVA_INT, 0);
    in = ends.getAtIndex(JAVA_INT, 1);
    LibC.setPoll(fds, 0, out, LibC.POLLIN);
  }

  @AfterEach
  void closePipe() {
    LibC.close(state, out);
    if (in >= 0) {
      LibC.close(state, in);
    }
    arena.close();
  }

  private void write() {
    try (Arena own = Arena.ofConfined()) {
      assertThat(LibC.write(own.allocate(LibC.STATE_BYTES, 8), in, own.allocate(1), 1)).isOne();
    }
  }

  private void read() {
    assertThat(LibC.read(state, out, arena.allocate(1), 1)).isOne();
  }

  @Test
  void seesWhatIsThere() {
    write();
    assertThat(poll.await(state, fds, LONG)).isOne();
    assertThat(poll.await(state, fds, 0)).isOne();
  }

  @Test
  void saysThatNothingCameHoweverOftenItWaitsInVain() {
    for (int i = 0; i < 50; i++) {
      assertThat(poll.await(state, fds, 1)).isZero();
    }
    assertThat(poll.await(state, fds, 0)).isZero();
    write();
    assertThat(poll.await(state, fds, LONG)).isOne();
  }

  @Test
  void seesWhatComesWhileItLooksOrSleeps() throws Exception {
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      for (int i = 0; i < 500; i++) {
        if (i % 10 == 0) {
          assertThat(poll.await(state, fds, 1)).isZero();
        }
        Future<?> written = other.submit(this::write);
        assertThat(poll.await(state, fds, LONG)).isOne();
        written.get();
        read();
      }
    }
  }

  @Test
  void looksNoMoreForAWhileWhereThatWasInVain() {
    EagerPoll eager = new EagerPoll(true, System::nanoTime);
    assertThat(eager.looksNext()).isTrue();
    assertThat(eager.await(state, fds, 1)).isZero();
    assertThat(eager.looksNext()).isFalse();
    write();
    for (int i = 0; i < 2; i++) {
      assertThat(eager.await(state, fds, LONG)).isOne();
    }
    assertThat(eager.looksNext()).isTrue();
    assertThat(eager.await(state, fds, LONG)).isOne();
    assertThat(eager.looksNext()).as("what came soon was worth it").isTrue();
  }

  @Test
  void looksNoMoreForAWhileWhereItTookLongThoughSomethingCame() {
    AtomicLong time = new AtomicLong();
    EagerPoll slow = new EagerPoll(true, () -> time.getAndAdd(4_000_000));
    write();
    assertThat(slow.await(state, fds, LONG)).isOne();
    assertThat(slow.looksNext()).isFalse();
  }

  @Test
  void neverLooksOnASingleProcessor() {
    EagerPoll alone = new EagerPoll(false, System::nanoTime);
    assertThat(alone.looksNext()).isFalse();
    write();
    assertThat(alone.await(state, fds, LONG)).isOne();
  }

  @Test
  void seesTheEnd() {
    LibC.close(state, in);
    in = -1;
    assertThat(poll.await(state, fds, LONG)).isOne();
  }
}
