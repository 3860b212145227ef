package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Beginnings that need no SDK, and those that are refused; build/rules has all the others. */
class NewCommandTest {
  @TempDir Path folder;
  private CommandRun.Place place;

  @BeforeEach
  void place() {
    place = new CommandRun.Place(folder);
  }

  private void refused(int exit, String sentence, String... words) throws IOException {
    CommandRun run = place.run(words);
    assertThat(run.exit()).as(run.err()).isEqualTo(exit);
    assertThat(run.err()).startsWith("polyplug: ").contains(sentence).hasLineCount(1);
    assertThat(folder.resolve("made")).doesNotExist();
  }

  @Test
  void whatCannotBeBegunIsRefusedInOneSentence() throws IOException {
    int usage = ExitCode.USAGE;
    refused(usage, "expected one of java, python, ", "new", "cobol", "made", "--contract", "rune");
    refused(usage, "--contract: expected one of rune, ", "new", "python", "made");
    refused(usage, "found corba", "new", "python", "made", "--contract", "corba");
    refused(usage, "only be one of rune", "new", "shell", "made", "--contract", "mcp");
    refused(usage, "only be one of rune", "new", "shell", "made", "--contract", "all");
    refused(usage, "no folder", "new", "shell", "made", "--contract", "rune", "--in", "somewhere");
    refused(ExitCode.NOT_DONE, "SDK for Python", "new", "python", "made", "--contract", "rune");
  }

  @Test
  void namesThatSomeContractRefusesAreRefusedForAll() throws IOException {
    for (String name : new String[] {"Made", "1made", "ma_de", "ma.de", "../made", "", "a b"}) {
      refused(ExitCode.USAGE, "cannot be its name", "new", "shell", name, "--contract", "rune");
    }
  }

  @Test
  void aShellPluginWorksAtOnce() {
    CommandRun made = place.run("new", "shell", "made", "--contract", "rune");
    assertThat(made.exit()).as(made.err()).isZero();
    assertThat(made.out()).startsWith("Made made, a plugin in shell for rune.").hasLineCount(4);
    CommandRun call =
        place.run("call", "made", "greet", "{\"name\":\"Ada\"}", "--config", "made/polyplug.toml");
    assertThat(call.out()).as(call.err()).isEqualTo("{\"greeting\":\"Hello, Ada!\"}\n");
  }

  @Test
  void whatIsThereIsNeverTouched() throws IOException {
    Path mine = Files.writeString(Files.createDirectory(folder.resolve("made")).resolve("x"), "");
    CommandRun refused = place.run("new", "shell", "made", "--contract", "rune");
    assertThat(refused.exit()).isEqualTo(ExitCode.NOT_DONE);
    assertThat(refused.err()).contains("exists already and is no empty folder");
    assertThat(folder.resolve("made")).isDirectoryContaining(mine::equals);
    Files.delete(mine);
    assertThat(place.run("new", "shell", "made", "--contract", "rune").exit()).isZero();
  }
}
