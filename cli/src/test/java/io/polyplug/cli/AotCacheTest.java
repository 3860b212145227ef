package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AotCacheTest {
  @TempDir private Path folder;

  /** The first family needs a running host besides, which ends before anybody can reach it. */
  @ParameterizedTest
  @EnumSource(CommandFamily.class)
  void aTrainingThatFailsIsToldAndLeavesNothing(CommandFamily family) throws IOException {
    Path home = Files.createDirectories(folder.resolve("without-program"));
    Path caches = folder.resolve("caches");
    assertThatThrownBy(
            () ->
                AotCache.main(
                    new String[] {
                      home.toString(), caches.resolve("start.aot").toString(), "1", family.suffix()
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("training ended with status");
    assertThat(caches).isEmptyDirectory();
  }

  @Test
  void familiesAreKnownByTheirNamesAlone() {
    assertThat(CommandFamily.named("")).isEqualTo(CommandFamily.SHORT);
    assertThatThrownBy(() -> CommandFamily.named("-nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-nothing");
  }
}
