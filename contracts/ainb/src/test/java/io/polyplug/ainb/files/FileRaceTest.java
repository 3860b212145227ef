package io.polyplug.ainb.files;

import static io.polyplug.ainb.Answers.error;
import static io.polyplug.ainb.Answers.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.ainb.HostHomes;
import io.polyplug.wire.RpcException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens between the check of a path and its opening. */
class FileRaceTest {
  private static final String SECRET = "c2VjcmV0";

  @TempDir Path temp;
  private Path inside;
  private Path outside;
  private PathGuard guard;

  @BeforeEach
  void makeFolders() throws IOException {
    Path base = temp.toRealPath();
    inside = Files.createDirectories(base.resolve("in"));
    outside = Files.createDirectories(base.resolve("out"));
    Files.createDirectory(inside.resolve("sub"));
    Files.writeString(inside.resolve("sub/f"), "mine");
    Files.writeString(outside.resolve("f"), "secret");
    guard =
        new PathGuard(granted("read_paths", List.of(inside.toString())), HostHomes.of(Map.of()));
  }

  @Test
  void aFolderSwappedForALinkAfterTheCheckIsRefused() throws IOException {
    Place file = guard.check(inside.resolve("sub/f").toString());
    Place folder = guard.check(inside.resolve("sub").toString());
    Files.move(inside.resolve("sub"), inside.resolve("old"));
    Files.createSymbolicLink(inside.resolve("sub"), outside);
    assertThat(error(() -> FileService.read(file, "f")).code()).isEqualTo(-32602);
    assertThat(error(() -> FileService.list(folder, "f", 10)).code()).isEqualTo(-32602);
  }

  @Test
  void aFileSwappedForALinkAfterTheCheckIsRefused() throws IOException {
    Place place = guard.check(inside.resolve("sub/f").toString());
    Files.delete(inside.resolve("sub/f"));
    Files.createSymbolicLink(inside.resolve("sub/f"), outside.resolve("f"));
    assertThat(error(() -> FileService.read(place, "f")).code()).isEqualTo(-32602);
  }

  @Test
  void aFolderHeldByNameRefusesALinkToo() throws IOException {
    try (var stream = Files.newDirectoryStream(inside);
        OpenFolder above = new NamedFolder(inside, stream);
        OpenFolder folder = above.folder(Path.of("sub"))) {
      assertThat(folder.attributes(Path.of("f")).isRegularFile()).isTrue();
      Files.move(inside.resolve("sub"), inside.resolve("old"));
      Files.createSymbolicLink(inside.resolve("sub"), outside);
      assertThatThrownBy(() -> folder.attributes(Path.of("f"))).isInstanceOf(IOException.class);
    }
  }

  @Test
  void noSwapOfManyLetsTheFileOutsideBeRead() throws Exception {
    Files.createSymbolicLink(inside.resolve("spare"), outside);
    AtomicBoolean over = new AtomicBoolean();
    Thread swapper =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get()) {
                    swap();
                  }
                });
    try {
      for (int i = 0; i < 3000; i++) {
        try {
          Place place = guard.check(inside.resolve("sub/f").toString());
          assertThat(FileService.read(place, "f").toString()).doesNotContain(SECRET);
        } catch (RpcException refused) {
          assertThat(refused.error().code()).isIn(-32001, -32602);
        }
      }
    } finally {
      over.set(true);
      swapper.join();
    }
  }

  private void swap() {
    try {
      Files.move(inside.resolve("sub"), inside.resolve("t"), StandardCopyOption.ATOMIC_MOVE);
      Files.move(inside.resolve("spare"), inside.resolve("sub"), StandardCopyOption.ATOMIC_MOVE);
      Files.move(inside.resolve("t"), inside.resolve("spare"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
