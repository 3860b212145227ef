package io.polyplug.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What counts as a change of a folder, and what becomes of a watch that can watch no more. */
class FolderWatchTest {
  @TempDir Path folder;
  private final List<String> said = new CopyOnWriteArrayList<>();

  @Test
  void tooManyFoldersAreWatchedUpToABoundAndThatIsSaidOnce() throws Exception {
    for (int i = 0; i < 5; i++) {
      Files.createDirectory(folder.resolve("f" + i));
    }
    try (FolderWatch watch = new FolderWatch(folder, Set.of(), said::add, 3)) {
      Files.writeString(folder.resolve("x"), "");
      assertThat(watch.await()).map(FolderWatch.Change::first).contains("x");
    }
    assertThat(said).singleElement().asString().contains("more than 3 folders");
  }

  @Test
  void whatAnEditorPutsInPlaceIsToldByTheNameThatStays() throws Exception {
    Path real = Files.writeString(folder.resolve("plugin.py"), "1");
    try (FolderWatch watch = new FolderWatch(folder, Set.of(), said::add)) {
      Path other = Files.writeString(folder.resolve("new12345"), "2");
      Files.move(other, real, StandardCopyOption.REPLACE_EXISTING);
      assertThat(watch.await()).contains(new FolderWatch.Change("plugin.py", 0));
    }
  }

  @Test
  void aFolderThatGoesAwayEndsTheWatchAndThatIsSaid() throws Exception {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    try (FolderWatch watch = new FolderWatch(gone, Set.of(), said::add)) {
      Files.delete(gone);
      assertThat(watch.await()).isEmpty();
    }
    assertThat(said).singleElement().asString().contains("the folder is gone");
  }

  @Test
  void whatThisProgramWritesItselfIsNoChange() throws Exception {
    Path recording = folder.resolve("recording");
    try (FolderWatch watch = new FolderWatch(folder, Set.of(recording), said::add)) {
      Files.writeString(recording, "");
      Files.writeString(folder.resolve("dev.log"), "");
      Files.writeString(folder.resolve("x"), "");
      assertThat(watch.await()).contains(new FolderWatch.Change("x", 0));
    }
  }

  @Test
  void closingEndsTheWaiting() throws Exception {
    FolderWatch watch = new FolderWatch(folder, Set.of(), said::add);
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                ended.complete(watch.await().isEmpty());
              } catch (InterruptedException e) {
                ended.completeExceptionally(e);
              }
            });
    watch.close();
    assertThat(ended.get(60, TimeUnit.SECONDS)).isTrue();
  }
}
