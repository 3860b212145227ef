package io.polyplug.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever file somebody names, reading it ends and holds no more than it may. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SmallFileTest {
  @TempDir Path folder;

  private static void unfit(Path file, String what) {
    assertThatThrownBy(() -> SmallFile.read(file, 4))
        .isInstanceOf(SmallFile.Unfit.class)
        .hasMessage(what);
  }

  @Test
  void aFileOrALinkToOneIsReadUpToItsBound() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "four");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    assertThat(SmallFile.read(file, 4)).asString().isEqualTo("four");
    assertThat(SmallFile.read(link, 5)).asString().isEqualTo("four");
    unfit(Files.writeString(file, "five!"), "is larger than 4 bytes");
  }

  @Test
  void ofAHugeFileNoMoreIsReadThanItsBound() throws IOException {
    Path huge = folder.resolve("huge");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(1L << 40);
    }
    unfit(huge, "is larger than 4 bytes");
  }

  @Test
  void aPipeADeviceAndAFolderAreNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    unfit(pipe, "is neither a file nor a link to one");
    unfit(Path.of("/dev/zero"), "is neither a file nor a link to one");
    unfit(folder, "is a folder");
  }

  @Test
  void aFileThatIsNotThereIsSaidToBe() {
    assertThatThrownBy(() -> SmallFile.read(folder.resolve("none"), 4))
        .isInstanceOf(NoSuchFileException.class);
  }
}
