package io.polyplug.process.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.process.Child;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.process.StderrPolicy;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class DescriptorStarvationTest {
  @Test
  void withTooFewDescriptorsAStartIsRefusedAndLeavesNothing() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessSpec spec =
        ProcessSpec.of(Path.of("/bin/sh"))
            .arguments(
                "-c",
                "ulimit -n 80; exec \"$@\"",
                "sh",
                java,
                "-XX:-MaxFDLimit",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                DescriptorStarvation.class.getName())
            .stderr(StderrPolicy.inherit())
            .build();
    try (Child child = Spawner.platform().start(spec)) {
      assertThat(new String(child.stdout().readAllBytes(), UTF_8))
          .as("some started, some refused, descriptors lost, children left")
          .isEqualTo("true true 0 0");
    }
  }
}
