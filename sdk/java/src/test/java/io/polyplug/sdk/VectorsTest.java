package io.polyplug.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sample says what the vectors say that it says. */
class VectorsTest {
  private static final Path VECTORS =
      Path.of(System.getProperty("polyplug.root"), "sdk", "vectors").toAbsolutePath().normalize();

  @TestFactory
  Stream<DynamicContainer> theSampleSpeaksAsTheVectorsDo() throws IOException {
    return folders().stream()
        .map(
            folder ->
                DynamicContainer.dynamicContainer(
                    folder.getFileName().toString(),
                    files(folder).stream()
                        .map(
                            file ->
                                DynamicTest.dynamicTest(
                                    file.getFileName().toString(), () -> run(folder, file)))));
  }

  private static void run(Path folder, Path file) throws Exception {
    JsonNode vector = JsonMapper.shared().readTree(Files.readString(file));
    try (VectorRun run = new VectorRun(folder, JavaCommand.of(SamplePlugin.class))) {
      run.run(vector.get("steps"));
    }
  }

  private static List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(VECTORS)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(it -> it.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void thereAreVectorsForEveryContract() throws IOException {
    assertThat(folders().stream().map(it -> it.getFileName().toString()))
        .contains("rune", "bowire", "ainb", "bento", "mcp", "own-lines", "own-headers");
  }

  @Test
  void aFrameThatDiffersIsToldWithItsStep() {
    assertThatThrownBy(
            () ->
                steps(
                    """
                    [{"host": {"type": "handshake", "protocol_version": "rterm.plugin.v1"}},
                     {"plugin": {"type": "handshake", "manifest": {"plugin_id": "other", "...": true}}}]
                    """))
        .isInstanceOf(AssertionError.class)
        .hasMessage("step 2: the frame.manifest.plugin_id: expected \"other\" and saw \"sample\"");
  }

  @Test
  void aMemberTooManyIsTold() {
    assertThatThrownBy(
            () ->
                steps(
                    """
                    [{"host": {"type": "handshake", "protocol_version": "rterm.plugin.v1"}},
                     {"plugin": {"type": "handshake"}}]
                    """))
        .hasMessage("step 2: the frame: did not expect the member manifest");
  }

  @Test
  void anotherExitCodeIsTold() {
    assertThatThrownBy(() -> steps("[{\"close\": true}, {\"exit\": 3}]"))
        .hasMessage("step 2: expected the exit code 3 and saw 0");
  }

  @Test
  void aFrameThatNobodyExpectsIsTold() {
    assertThatThrownBy(
            () ->
                steps(
                    """
                    [{"host": {"type": "handshake", "protocol_version": "rterm.plugin.v1"}},
                     {"close": true}, {"exit": 0}]
                    """))
        .hasMessageStartingWith("step 3: expected no other frame and saw {\"type\":\"handshake\"");
  }

  private static void steps(String json) throws Exception {
    try (VectorRun run = new VectorRun(Path.of("rune"), JavaCommand.of(SamplePlugin.class))) {
      run.run(JsonMapper.shared().readTree(json));
    }
  }
}
