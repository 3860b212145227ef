package io.polyplug.process.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.process.Child;
import io.polyplug.process.Environment;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.process.StderrPolicy;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class LocaleTest {
  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX"})
  void textReachesTheChildAsUtf8WithoutALocaleOrIsRefused(String locale) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    ProcessSpec spec =
        ProcessSpec.of(java)
            .arguments(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                LocaleProbe.class.getName())
            .environment(Environment.empty().with("LC_ALL", locale).with("INHERITED", "ü漢"))
            .stderr(StderrPolicy.inherit())
            .build();
    try (Child child = Spawner.platform().start(spec)) {
      assertThat(new String(child.stdout().readAllBytes(), UTF_8))
          .isEqualTo("ä€|ö😀|ü漢|UNENCODABLE");
    }
  }
}
