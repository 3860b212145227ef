package io.polyplug.process.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.process.Child;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.Journal;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Signals;
import io.polyplug.process.Spawner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class JournalTest {
  private static final ProcessSpec CAT = ProcessSpec.of(Path.of("/bin/cat")).build();

  @TempDir Path folder;

  @Test
  void aProcessOfAHostThatIsGoneIsEnded() throws Exception {
    try (Child child = Spawner.platform().start(CAT)) {
      write(gone(), JournalFile.added(child.pid()));
      try (Journal journal = Journal.open(folder)) {
        assertThat(journal.swept()).containsExactly(child.pid());
      }
      assertThat(child.awaitExit(Duration.ofSeconds(20)))
          .contains(new ExitStatus.Signaled(Signals.KILL));
      assertThat(JournalFile.in(folder)).isEmpty();
    }
  }

  @Test
  void aRecycledIdIsNeverTouched() throws Exception {
    try (Child child = Spawner.platform().start(CAT)) {
      long started = Machine.started(child.pid());
      write(gone(), "+ " + child.pid() + ' ' + (started - 1));
      assertNobodySwept(child);
    }
  }

  @Test
  void anotherBootIsAnotherWorld() throws Exception {
    try (Child child = Spawner.platform().start(CAT)) {
      Machine before = new Machine("other-boot/pid:[1]", 4_000_000, 1);
      write(before, JournalFile.added(child.pid()));
      assertNobodySwept(child);
      assertThat(JournalFile.in(folder)).isEmpty();
    }
  }

  @Test
  void aStruckOutChildAndALineCutShortAreNoChildren() throws Exception {
    try (Child child = Spawner.platform().start(CAT)) {
      write(gone(), JournalFile.added(child.pid()), JournalFile.removed(child.pid()));
      Path file = JournalFile.in(folder).getFirst();
      Files.writeString(file, Files.readString(file) + JournalFile.added(child.pid()));
      assertNobodySwept(child);
    }
  }

  @Test
  void theFileOfALivingHostIsLeftAlone() throws Exception {
    try (Child child = Spawner.platform().start(CAT);
        Child host = Spawner.platform().start(CAT)) {
      Machine here = Machine.current();
      write(
          new Machine(here.boot(), host.pid(), Machine.started(host.pid())),
          JournalFile.added(child.pid()));
      assertNobodySwept(child);
      assertThat(JournalFile.in(folder)).hasSize(1);
    }
  }

  @Test
  void theFileStaysShortHoweverManyChildrenCameAndWent() throws Exception {
    try (Child child = Spawner.platform().start(CAT);
        Journal journal = Journal.open(folder)) {
      for (int i = 0; i < 10_000; i++) {
        journal.add(child);
        journal.remove(child.pid());
      }
      journal.add(child);
      Path file = JournalFile.in(folder).getFirst();
      assertThat(Files.size(file)).isLessThan(100_000);
      assertThat(Files.readString(file)).endsWith(JournalFile.added(child.pid()) + '\n');
    }
  }

  private void assertNobodySwept(Child child) throws IOException {
    try (Journal journal = Journal.open(folder)) {
      assertThat(journal.swept()).isEmpty();
      assertThat(child.isAlive()).isTrue();
    }
  }

  private static Machine gone() {
    return new Machine(Machine.current().boot(), 4_000_000, 1);
  }

  private void write(Machine host, String... lines) throws IOException {
    JournalFile.begin(folder.resolve(JournalFile.name(host)), host, List.of(lines)).close();
  }
}
