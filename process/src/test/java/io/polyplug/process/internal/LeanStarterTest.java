package io.polyplug.process.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.process.StderrPolicy;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Alone with the one thread that there is. */
@Isolated
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class LeanStarterTest {
  private static final Path SH = Path.of("/bin/sh");

  private final Spawner spawner = LeanSpawner.ready();
  @TempDir Path folder;

  @Test
  void theThreadHoldsFourPlacesAndNothingElseHoweverMuchTheHostHas() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x");
    List<FileChannel> open = new ArrayList<>();
    try {
      for (int i = 0; i < 600; i++) {
        open.add(FileChannel.open(file));
      }
      try (Child child = Spawner.platform().start(script("exec ls /proc/self/fd"))) {
        // ls itself opens the folder as its fourth.
        assertThat(said(child)).isEqualTo("0\n1\n2\n3\n");
      }
      assertThat(heldByThread()).containsExactlyInAnyOrder("0", "1", "2", "3");
    } finally {
      for (FileChannel channel : open) {
        channel.close();
      }
    }
  }

  @Test
  void failedStartsLeaveNothingThere() throws Exception {
    ProcessSpec none = ProcessSpec.of(folder.resolve("none")).build();
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> spawner.start(none)).isInstanceOf(LaunchFailure.class);
    }
    assertThat(heldByThread()).hasSize(4);
  }

  @Test
  void inheritedStreamsAreTheHostsAndEmptyOnesAreEmpty() throws Exception {
    ProcessSpec spec =
        ProcessSpec.of(SH)
            .arguments("-c", "readlink /proc/$$/fd/0 /proc/$$/fd/2")
            .environment(Environment.empty().inherit("PATH"))
            .stdin(ProcessSpec.Redirect.NULL)
            .stderr(StderrPolicy.inherit())
            .build();
    String ours = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
    try (Child child = spawner.start(spec)) {
      assertThat(said(child)).isEqualTo("/dev/null\n" + ours + "\n");
    }
  }

  @Test
  void whileItIsBusyOthersStartByThemselves() throws Exception {
    LeanStarter lean = LeanStarter.borrow();
    assertThat(lean).isNotNull();
    try (Child child = spawner.start(script("echo here"))) {
      assertThat(said(child)).isEqualTo("here\n");
      assertThat(LeanStarter.borrow()).isNull();
    } finally {
      lean.giveBack();
    }
  }

  @Test
  void whatTheHostHasClosedIsRefusedAndTheNextStartWorks() throws Exception {
    LeanStarter lean = LeanStarter.borrow();
    assertThat(lean).isNotNull();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment nothing = arena.allocate(8, 8);
      SpawnArguments none =
          new SpawnArguments(
              nothing, nothing, MemorySegment.NULL, MemorySegment.NULL, nothing, nothing);
      assertThat(lean.spawn(none, new int[] {1, 1 << 20})).isEqualTo(LeanStarter.REFUSED);
      assertThat(lean.spawn(none, new int[] {1})).as("ENOENT").isEqualTo(2);
    } finally {
      lean.giveBack();
    }
    assertThat(heldByThread()).hasSize(4);
    try (Child child = spawner.start(script("echo here"))) {
      assertThat(said(child)).isEqualTo("here\n");
    }
  }

  @Test
  void manyThreadsAtOnceStartEachItsOwn() throws Exception {
    List<Future<String>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 200; i++) {
        String number = String.valueOf(i);
        all.add(
            threads.submit(
                () -> {
                  try (Child child = spawner.start(script("echo " + number))) {
                    String said = said(child).strip();
                    assertThat(child.awaitExit(Duration.ofSeconds(30)))
                        .contains(new ExitStatus.Exited(0));
                    return said;
                  }
                }));
      }
    }
    for (int i = 0; i < all.size(); i++) {
      assertThat(all.get(i).get()).isEqualTo(String.valueOf(i));
    }
    assertThat(heldByThread()).hasSize(4);
  }

  @Test
  void whoIsInterruptedMeanwhileHasItsChildAndStaysInterrupted() throws Exception {
    Thread.currentThread().interrupt();
    try (Child child = spawner.start(script("echo here"))) {
      assertThat(Thread.interrupted()).isTrue();
      assertThat(said(child)).isEqualTo("here\n");
    }
  }

  private static ProcessSpec script(String script) {
    return ProcessSpec.of(SH)
        .arguments("-c", script)
        .environment(Environment.empty().inherit("PATH"))
        .build();
  }

  private static String said(Child child) throws IOException {
    return new String(child.stdout().readAllBytes(), UTF_8);
  }

  private static List<String> heldByThread() throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      for (Path thread : threads.toList()) {
        if (Files.readString(thread.resolve("comm")).strip().equals("polyplug-starts")) {
          try (Stream<Path> held = Files.list(thread.resolve("fd"))) {
            return held.map(it -> it.getFileName().toString()).toList();
          }
        }
      }
    }
    throw new IOException("there is no such thread");
  }
}
