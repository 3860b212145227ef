package io.polyplug.ainb.files;

import static io.polyplug.ainb.Answers.assertDenied;
import static io.polyplug.ainb.Answers.error;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.wire.RpcException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFilesTest {
  private final DataFiles files = new DataFiles(Clock.system());

  @TempDir Path temp;
  private Path base;
  private Path root;

  @BeforeEach
  void nameTheRoot() throws IOException {
    base = temp.toRealPath();
    root = base.resolve("home/plugins/p");
  }

  private void write(String path, String text) {
    try {
      files.write(root, path, text.getBytes(StandardCharsets.UTF_8));
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  private List<String> below(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(it -> !it.equals(folder))
          .map(it -> folder.relativize(it).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void aFileIsWrittenWithTheFoldersItNeeds() throws IOException {
    write("a/b/c.txt", "one");
    assertThat(root.resolve("a/b/c.txt")).hasContent("one");
    assertThat(below(root)).containsExactly("a", "a/b", "a/b/c.txt");
  }

  @Test
  void aFileThatIsThereIsReplacedWhole() throws IOException {
    write("f", "a longer text");
    write("f", "short");
    write("./x/../f", "");
    assertThat(root.resolve("f")).isEmptyFile();
    assertThat(below(root)).containsExactly("f");
  }

  @Test
  void anAbsolutePathIsDenied() {
    assertDenied("write_plugin_data", () -> write("/etc/x", "x"));
    assertDenied("write_plugin_data", () -> write(root.resolve("x").toString(), "x"));
    assertThat(root).doesNotExist();
  }

  @Test
  void aPathThatLeadsOutIsDenied() throws IOException {
    Files.createDirectories(root);
    for (String path : List.of("..", "../q/x", "a/../../x", "../p-old/x")) {
      assertDenied("write_plugin_data", () -> write(path, "x"));
    }
    assertThat(below(base)).containsExactly("home", "home/plugins", "home/plugins/p");
  }

  @Test
  void aLinkThatLeadsOutIsDeniedWhetherOrNotItsTargetIsThere() throws IOException {
    Files.createDirectories(root);
    Path outside = Files.createDirectory(base.resolve("out"));
    Files.createSymbolicLink(root.resolve("folder"), outside);
    Files.createSymbolicLink(root.resolve("file"), outside.resolve("missing"));
    assertDenied("write_plugin_data", () -> write("folder/x", "x"));
    assertDenied("write_plugin_data", () -> write("file", "x"));
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void aLinkInsideIsFollowed() throws IOException {
    write("real/f", "old");
    Files.createSymbolicLink(root.resolve("link"), Path.of("real"));
    write("link/f", "new");
    assertThat(root.resolve("real/f")).hasContent("new");
  }

  @Test
  void aRootThatIsALinkIsWrittenThrough() throws IOException {
    Path store = Files.createDirectory(base.resolve("store"));
    Files.createDirectories(root.getParent());
    Files.createSymbolicLink(root, store);
    write("a/f", "x");
    assertThat(store.resolve("a/f")).hasContent("x");
  }

  @Test
  void whatCannotBeWrittenIsAFailureOfTheHost() throws IOException {
    write("file", "x");
    write("folder/f", "x");
    for (String path : List.of(".", "folder", "file/below")) {
      assertThat(error(() -> write(path, "y")).code()).isEqualTo(-32603);
    }
    assertThat(below(root)).containsExactly("file", "folder", "folder/f");
  }

  @Test
  void aPipeInTheWayIsNotOpened() throws Exception {
    Files.createDirectories(root);
    Process made = new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start();
    assertThat(made.waitFor()).isZero();
    assertThat(error(() -> write("pipe/x", "x")).message()).isEqualTo("write pipe/x: not a folder");
    write("pipe", "replaced");
    assertThat(root.resolve("pipe")).hasContent("replaced");
  }

  @Test
  void aNameThatNoFileCanHaveIsInvalidParams() {
    assertThat(error(() -> write("", "x")).code()).isEqualTo(-32602);
    assertThat(error(() -> write("a\0b", "x")).code()).isEqualTo(-32602);
  }

  @Test
  void severalWritersMayNeedTheSameFolders() throws Exception {
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Void>> writes = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        String name = "a/b" + i % 4 + "/c/f" + i;
        writes.add(
            () -> {
              write(name, "x");
              return null;
            });
      }
      for (Future<Void> done : executor.invokeAll(writes)) {
        done.get();
      }
    }
    assertThat(below(root)).hasSize(1 + 4 + 4 + 64);
  }

  @Test
  void noSwapOfManyLetsAnythingBeWrittenOutside() throws Exception {
    Path outside = Files.createDirectory(base.resolve("out"));
    write("sub/f", "x");
    AtomicBoolean over = new AtomicBoolean();
    Thread swapper = Thread.ofPlatform().start(() -> swapUntil(over));
    try {
      for (int i = 0; i < 1500; i++) {
        try {
          write("sub/new" + i % 7 + "/g", "x");
          write("sub/f", "x");
        } catch (RpcException refused) {
          assertThat(refused.error().code()).isIn(-32001, -32603);
        }
      }
    } finally {
      over.set(true);
      swapper.join();
    }
    assertThat(outside).isEmptyDirectory();
  }

  /** The folder goes, a link out is in its place, the folder comes back. */
  private void swapUntil(AtomicBoolean over) {
    Path sub = root.resolve("sub");
    for (int i = 0; !over.get(); i++) {
      Path away = root.resolve("away" + i);
      tolerating(() -> Files.move(sub, away, StandardCopyOption.ATOMIC_MOVE));
      tolerating(() -> Files.createSymbolicLink(sub, base.resolve("out")));
      if (Files.isSymbolicLink(sub)) {
        tolerating(() -> Files.deleteIfExists(sub));
      }
      tolerating(() -> Files.move(away, sub, StandardCopyOption.ATOMIC_MOVE));
    }
  }

  /** What the writer made in between may be in the way. */
  private static void tolerating(Callable<?> step) {
    try {
      step.call();
    } catch (FileSystemException inTheWay) {
      assertThat(inTheWay.getFile()).isNotNull();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }
}
