package io.polyplug.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Counts what this JVM holds, so nothing else may start or open anything meanwhile. */
@Isolated
class DescriptorLeakTest {
  private static final int STARTS = 1000;
  private static final Path TRUE = Path.of("/bin/true");

  @TempDir Path folder;

  @Test
  void aThousandStartsAndFailedStartsLeaveNoDescriptorAndNoZombie() throws Exception {
    Path plain = Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
    Path text = Files.writeString(folder.resolve("text"), "hello\n");
    assertThat(text.toFile().setExecutable(true)).isTrue();
    List<ProcessSpec> bad =
        List.of(
            ProcessSpec.of(folder.resolve("none")).build(),
            ProcessSpec.of(plain).build(),
            ProcessSpec.of(text).build(),
            ProcessSpec.of(TRUE).folder(folder.resolve("none")).build(),
            ProcessSpec.of(TRUE).arguments("x".repeat(1 << 22)).build());
    run(10, bad);
    long before = Processes.openDescriptors();
    List<ProcessHandle> earlier = children();
    run(STARTS, bad);
    // Fewer if something of an earlier test went meanwhile.
    assertThat(Processes.openDescriptors()).isLessThanOrEqualTo(before);
    assertThat(earlier).containsAll(children());
  }

  @Test
  void aThousandRunningChildrenAtOnceAreAllEndedAndAllReaped() throws Exception {
    run(1, List.of());
    long before = Processes.openDescriptors();
    List<ProcessHandle> earlier = children();
    List<Child> running = new ArrayList<>();
    ProcessSpec cat = ProcessSpec.of(Path.of("/bin/cat")).build();
    for (int i = 0; i < STARTS; i++) {
      running.add(Spawner.platform().start(cat));
    }
    assertThat(children()).hasSizeGreaterThanOrEqualTo(STARTS);
    running.forEach(Child::closeStdin);
    for (Child child : running) {
      assertThat(child.awaitExit(Duration.ofSeconds(30))).contains(new ExitStatus.Exited(0));
      child.close();
    }
    assertThat(Processes.openDescriptors()).isLessThanOrEqualTo(before);
    assertThat(earlier).containsAll(children());
  }

  private static void run(int starts, List<ProcessSpec> bad) throws Exception {
    ProcessSpec good = ProcessSpec.of(TRUE).build();
    for (int i = 0; i < starts; i++) {
      try (Child child = Spawner.platform().start(good)) {
        assertThat(child.awaitExit(Duration.ofSeconds(20))).contains(new ExitStatus.Exited(0));
      }
      if (!bad.isEmpty()) {
        ProcessSpec spec = bad.get(i % bad.size());
        assertThatThrownBy(() -> Spawner.platform().start(spec)).isInstanceOf(LaunchFailure.class);
      }
    }
  }

  private static List<ProcessHandle> children() {
    return ProcessHandle.current().children().toList();
  }
}
