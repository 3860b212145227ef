package io.polyplug.build.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormatTest {
  @Test
  void everyJavaFileIsFormatted() throws Exception {
    Path root = Path.of(System.getProperty("polyplug.root")).toRealPath();
    List<Path> unformatted = new ArrayList<>();
    for (Path file : JavaFiles.below(root)) {
      String source = Files.readString(file);
      if (!SourceFormat.of(source).equals(source)) {
        unformatted.add(root.relativize(file));
      }
    }
    assertThat(unformatted)
        .as("run: mvn -q -pl build/format test-compile exec:exec@apply")
        .isEmpty();
  }
}
