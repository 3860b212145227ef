package io.polyplug.process.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.process.Child;
import io.polyplug.process.ProcessSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** As on musl, and on glibc before 2.34. A file opened by another test meanwhile may slip in. */
@Isolated
@EnabledOnOs(OS.LINUX)
class OlderLibraryTest {
  @TempDir Path folder;

  @Test
  void withoutCloseFromTheChildStillSeesNoDescriptorButItsThree() throws Exception {
    Path file = Files.writeString(folder.resolve("held"), "x");
    ProcessSpec ls =
        ProcessSpec.of(Path.of("/bin/ls")).arguments("/proc/self/fd").folder(folder).build();
    try (var held = Files.newByteChannel(file);
        Child child = new NativeSpawner(new SpawnWays(false, Integer.MAX_VALUE)).start(ls)) {
      assertThat(held.isOpen()).isTrue();
      assertThat(new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("0\n1\n2\n3\n");
    }
  }
}
