package io.polyplug.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.process.LaunchFailure.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramLookupTest {
  @TempDir Path folder;

  @Test
  void aNameIsLookedUpInTheFoldersInOrder() throws Exception {
    Path first = program("a/tool");
    program("b/tool");
    Path other = program("b/other");
    ProgramLookup lookup = lookup("a:none:b");
    assertThat(lookup.find("tool")).isEqualTo(first);
    assertThat(lookup.find(" other ")).isEqualTo(other);
  }

  @Test
  void aFileWithoutTheRightIsPassedOverForOneWithIt() throws Exception {
    Files.createDirectories(folder.resolve("a"));
    Files.writeString(folder.resolve("a/tool"), "#!/bin/sh\n");
    Path good = program("b/tool");
    assertThat(lookup("a:b").find("tool")).isEqualTo(good);
    expect(lookup("a"), "tool", Reason.NOT_EXECUTABLE, "chmod +x");
  }

  @Test
  void aCommandWithASeparatorIsAPath() throws Exception {
    Path tool = program("a/tool");
    assertThat(lookup("").find("a/tool")).isEqualTo(tool);
    assertThat(lookup("").find("./a/../a/tool")).isEqualTo(tool);
    assertThat(lookup("").find(tool.toString())).isEqualTo(tool);
    expect(lookup("a"), "./tool", Reason.NOT_FOUND, "does not exist");
  }

  @Test
  void whatIsInsideTheFileIsNotJudged() throws Exception {
    Path tool = program("a/tool");
    Files.writeString(tool, "PK");
    assertThat(lookup("a").find("tool")).isEqualTo(tool);
    assertThat(lookup("").find("a/tool")).isEqualTo(tool);
  }

  @Test
  void anEmptyEntryOfThePathIsNotTheCurrentFolder() throws Exception {
    program("tool");
    expect(lookup(":"), "tool", Reason.NOT_FOUND, "is on the PATH");
  }

  @Test
  void theNearestNameOnThePathIsOffered() throws Exception {
    program("a/python3");
    expect(lookup("a"), "pyhton3", Reason.NOT_FOUND, "did you mean python3?");
    expect(lookup("a"), "x", Reason.NOT_FOUND, "install it or name it by its path.");
    expect(lookup("a"), " ", Reason.NOT_FOUND, "empty");
  }

  private static void expect(
      ProgramLookup lookup, String command, Reason reason, String partOfSentence) {
    assertThatThrownBy(() -> lookup.find(command))
        .hasMessageContaining(partOfSentence)
        .isInstanceOfSatisfying(
            LaunchFailure.class, failure -> assertThat(failure.reason()).isEqualTo(reason));
  }

  private ProgramLookup lookup(String path) {
    return new ProgramLookup(folder, path);
  }

  private Path program(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
