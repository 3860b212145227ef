package io.polyplug.monorepo.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 6.10: the local store and its bundles. */
final class LocalStoreTest {
  @TempDir Path folder;
  private StoreStage stage;

  @BeforeEach
  void makeStage() throws IOException {
    stage = new StoreStage(folder);
  }

  @Test
  void theFolderIsTheOneOfTheVariableOrBelowTheHome() {
    assertThat(LocalStore.rootIn(Map.of("BENTO_CACHE_DIR", "/some/cache", "HOME", "/home/me")))
        .isEqualTo(Path.of("/some/cache"));
    assertThat(LocalStore.rootIn(Map.of("BENTO_CACHE_DIR", "", "HOME", "/home/me")))
        .isEqualTo(Path.of("/home/me/.bento/cache"));
  }

  @Test
  void aBundleHoldsMetaOutputAndFilesInThisOrder() throws IOException {
    Path out = stage.write("dist/a.txt", "A");
    Path shared = Files.writeString(stage.workspace.resolve("shared.txt"), "S");
    stage.store.store(
        StoreStage.KEY,
        "said".getBytes(UTF_8),
        "complained".getBytes(UTF_8),
        List.of(OutputFile.below(stage.dish, out)),
        List.of(OutputFile.below(stage.workspace, shared)));

    assertThat(contents(stage.store.bundle(StoreStage.KEY)))
        .containsExactly(
            "meta.json=" + Tars.META,
            "stdout=said",
            "stderr=complained",
            "outputs/dist/a.txt=A",
            "workspace_outputs/shared.txt=S");
  }

  @Test
  void theSameResultIsTheSameBundle() throws IOException {
    Path out = stage.write("dist/a.txt", "A");
    stage.keep(List.of(out));
    byte[] first = Files.readAllBytes(stage.store.bundle(StoreStage.KEY));
    Files.setLastModifiedTime(out, FileTime.from(Instant.EPOCH));
    stage.keep(List.of(out));
    assertThat(Files.readAllBytes(stage.store.bundle(StoreStage.KEY))).isEqualTo(first);
  }

  @Test
  void nothingButBundlesIsLeftInTheFolder() throws IOException {
    stage.keep(List.of(stage.write("a", "A")));
    assertThat(names(stage.store.root())).containsExactly(StoreStage.KEY + ".tar");
    assertThat(stage.store.contains(StoreStage.KEY)).isTrue();
    assertThat(stage.store.contains("f".repeat(64))).isFalse();
  }

  @Test
  void aKeyThatIsNoneIsRefusedBeforeItIsAPath() {
    assertThatThrownBy(() -> stage.store.contains("../" + "a".repeat(61)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void filesComeBackWithTheirExecuteBitsAndTheCurrentTime() throws IOException {
    Path tool = stage.write("bin/tool", "#!/bin/sh\n");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setLastModifiedTime(tool, FileTime.from(Instant.EPOCH));
    Path text = stage.write("bin/text", "t");
    stage.keep(List.of(tool, text));
    Files.delete(tool);
    Files.delete(text);
    Files.delete(tool.getParent());
    Path stale = stage.write("old.txt", "stale");

    assertThat(stage.restore()).isEqualTo(new Restoration.Restored(2));
    assertThat(tool).hasContent("#!/bin/sh\n").isExecutable();
    assertThat(Files.getLastModifiedTime(tool).toInstant()).isAfter(Instant.EPOCH.plusSeconds(1));
    assertThat(text).hasContent("t");
    assertThat(Files.isExecutable(text)).isFalse();
    assertThat(stale).hasContent("stale");
  }

  @Test
  void aFileThatIsThereIsReplacedAndNotWrittenOver() throws IOException {
    Path out = stage.write("out", "kept");
    stage.keep(List.of(out));
    Path precious = Files.writeString(stage.elsewhere.resolve("precious"), "precious");
    Files.delete(out);
    Files.createSymbolicLink(out, precious);

    assertThat(stage.restore()).isEqualTo(new Restoration.Restored(1));
    assertThat(out).hasContent("kept").isRegularFile();
    assertThat(precious).hasContent("precious");
  }

  @Test
  void aFileThatIsAsItWasKeptIsOnlyTouched() throws IOException {
    Path same = stage.write("same", "kept");
    Path tool = stage.write("tool", "kept");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    stage.keep(List.of(same, tool));
    Object before = Files.getAttribute(same, "unix:ino");
    Files.setLastModifiedTime(same, FileTime.from(Instant.EPOCH));
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(stage.restore()).isEqualTo(new Restoration.Restored(2));
    assertThat(Files.getAttribute(same, "unix:ino")).isEqualTo(before);
    assertThat(Files.getLastModifiedTime(same).toInstant()).isAfter(Instant.EPOCH.plusSeconds(1));
    assertThat(tool).isExecutable();
  }

  @Test
  void aFileOfTheSameLengthIsNotTakenForTheSame() throws IOException {
    Path out = stage.write("out", "kept".repeat(50_000));
    stage.keep(List.of(out));
    Path shared = Files.createLink(stage.elsewhere.resolve("shared"), out);
    String other = "kept".repeat(49_999) + "lost";
    Files.writeString(out, other);

    assertThat(stage.restore()).isEqualTo(new Restoration.Restored(1));
    assertThat(out).hasContent("kept".repeat(50_000));
    assertThat(shared).hasContent(other);
  }

  @Test
  void aLongNameComesBackAndOthersCanReadIt() throws IOException {
    String name = "dist/" + "deep/".repeat(60) + "x".repeat(200);
    Path out = stage.write(name, "long");
    stage.keep(List.of(out));
    Files.delete(out);

    assertThat(contents(stage.store.bundle(StoreStage.KEY))).contains("outputs/" + name + "=long");
    assertThat(stage.restore()).isEqualTo(new Restoration.Restored(1));
    assertThat(out).hasContent("long");
  }

  @Test
  void aNameThatIsNoTextComesBackByteForByte() throws IOException {
    Path odd = Path.of(URI.create(stage.dish.toUri() + "out-%FF%FE-%C3%A9%0A.bin"));
    Files.writeString(odd, "odd");
    Path accent = stage.write("né/ü.txt", "text");
    stage.keep(List.of(odd, accent));
    Files.delete(odd);
    Files.delete(accent);

    assertThat(stage.restore()).isEqualTo(new Restoration.Restored(2));
    assertThat(odd).hasContent("odd");
    assertThat(accent).hasContent("text");
  }

  @Test
  void emptyLargeAndOddlySizedFilesComeBack() throws IOException {
    byte[] large = new byte[1_000_001];
    for (int i = 0; i < large.length; i++) {
      large[i] = (byte) (i * 31);
    }
    Path big = Files.write(stage.dish.resolve("big"), large);
    Path empty = stage.write("empty", "");
    Path block = stage.write("block", "b".repeat(512));
    stage.keep(List.of(big, empty, block));
    Files.delete(big);
    Files.delete(empty);
    Files.delete(block);

    assertThat(stage.restore()).isEqualTo(new Restoration.Restored(3));
    assertThat(Files.readAllBytes(big)).isEqualTo(large);
    assertThat(empty).isEmptyFile();
    assertThat(block).hasContent("b".repeat(512));
  }

  @Test
  void aFileThatChangesMeanwhileNeverGivesABrokenBundle() throws Exception {
    Path restless = stage.write("restless", "");
    AtomicBoolean over = new AtomicBoolean();
    Thread writer =
        Thread.ofPlatform()
            .start(
                () -> {
                  byte[] much = new byte[300_000];
                  while (!over.get()) {
                    write(restless, much);
                    write(restless, new byte[10]);
                  }
                });
    int refused = 0;
    for (int i = 0; i < 200; i++) {
      try {
        stage.keep(List.of(restless));
        try (FileChannel tar = FileChannel.open(stage.store.bundle(StoreStage.KEY))) {
          assertThat(Bundle.read(tar).outputs()).hasSize(1);
        }
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("'restless' changed while it was kept");
        refused++;
      }
    }
    over.set(true);
    writer.join();
    assertThat(refused).isBetween(0, 200);
    assertThat(names(stage.store.root())).isSubsetOf(StoreStage.KEY + ".tar");
  }

  private static void write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anOutputThatIsNoFileKeepsNothing() throws IOException {
    Path directory = Files.createDirectory(stage.dish.resolve("dir"));
    assertThatThrownBy(() -> stage.keep(List.of(stage.write("a", "A"), directory)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'dir' changed while it was kept");
    assertThat(names(stage.store.root())).isEmpty();
  }

  @Test
  void anOutputThatIsALinkOrOutsideKeepsNothing() throws IOException {
    Path precious = Files.writeString(stage.elsewhere.resolve("precious"), "precious");
    Path link = Files.createSymbolicLink(stage.dish.resolve("link"), precious);
    assertThatThrownBy(() -> stage.keep(List.of(link))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> stage.keep(List.of(precious)))
        .hasMessageContaining("is not below its folder");
    assertThat(names(stage.store.root())).isEmpty();
  }

  @Test
  void anOutputThatIsNamedTwiceIsKeptOnce() throws IOException {
    Path out = stage.write("out", "once");
    stage.keep(List.of(out, out));
    assertThat(stage.restore()).isEqualTo(new Restoration.Restored(1));
  }

  @Test
  void keysAreFoundByTheirBeginning() throws IOException {
    String other = "01" + "f".repeat(62);
    stage.keep(List.of());
    stage.store.store(other, new byte[0], new byte[0], List.of(), List.of());
    Files.writeString(stage.store.root().resolve("01.tar"), "not a key");
    assertThat(stage.store.keysStartingWith("01")).containsExactly(StoreStage.KEY, other);
    assertThat(stage.store.keysStartingWith("01f")).containsExactly(other);
    assertThat(stage.store.keysStartingWith("9")).isEmpty();
  }

  @Test
  void whatIsNotThereIsAbsent() {
    assertThat(stage.restore()).isEqualTo(new Restoration.Absent());
  }

  private static List<String> names(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static List<String> contents(Path bundle) throws IOException {
    List<String> contents = new ArrayList<>();
    try (InputStream in = Files.newInputStream(bundle);
        TarArchiveInputStream tar = new TarArchiveInputStream(in, "UTF-8")) {
      TarArchiveEntry entry = tar.getNextEntry();
      while (entry != null) {
        contents.add(entry.getName() + "=" + new String(tar.readAllBytes(), UTF_8));
        entry = tar.getNextEntry();
      }
    }
    return contents;
  }
}
