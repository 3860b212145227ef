package io.polyplug.build.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FifoTest {
  @TempDir Path folder;

  @Test
  void itIsHeldUntilTheLastDescendantIsGone() throws Exception {
    try (Fifo fifo = new Fifo(folder.resolve("pipe"))) {
      // The shell stays: Java closes the input of a child that has ended, whoever else reads it.
      Process process =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  "exec 9>'" + fifo.path() + "' 8<&0; cat <&8 & echo up >&9; exec 9>&-; wait")
              .redirectInput(ProcessBuilder.Redirect.PIPE)
              .start();
      assertThat(fifo.awaitLine()).isEqualTo("up");
      assertThat(fifo.isHeld()).isTrue();
      process.getOutputStream().close();
      fifo.awaitEnd();
      assertThat(fifo.isHeld()).isFalse();
    }
  }

  @Test
  void oneThatNobodyOpenedEndsWhenItIsClosed() throws Exception {
    Fifo fifo = new Fifo(folder.resolve("pipe"));
    assertThat(fifo.isHeld()).isFalse();
    fifo.close();
    fifo.awaitEnd();
  }
}
