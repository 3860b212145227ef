package io.polyplug.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessUsageTest {
  @Test
  void thisJvmUsesMemoryAndTime() {
    ProcessUsage usage = ProcessUsage.of(ProcessHandle.current().pid()).orElseThrow();
    assertThat(usage.residentBytes()).isBetween(10L << 20, 4L << 30);
    assertThat(usage.cpu()).isPositive().isLessThan(Duration.ofHours(1));
  }

  @Test
  void aProcessThatIsNotThereUsesNothing() {
    assertThat(ProcessUsage.of(999_999_999)).isEmpty();
  }
}
