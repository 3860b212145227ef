package io.polyplug.ainb.files;

import static io.polyplug.ainb.Answers.assertDenied;
import static io.polyplug.ainb.Answers.error;
import static io.polyplug.ainb.Answers.granted;
import static io.polyplug.ainb.Answers.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.ainb.HostHomes;
import io.polyplug.base.Clock;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileServiceTest {
  @TempDir Path temp;
  private Path projects;
  private FileService service;

  @BeforeEach
  void makeFolders() throws IOException {
    projects = Files.createDirectories(temp.resolve("home/.claude/projects"));
    service =
        new FileService(
            granted("read_claude_logs", true, "read_paths", List.of("~/one")),
            HostHomes.of(Map.of("HOME", temp.resolve("home").toString())),
            Clock.system());
  }

  private Json read(Path path) throws InterruptedException {
    return service.readFile(params("path", path.toString()));
  }

  private Json list(Path path) throws InterruptedException {
    return service.readDir(params("path", path.toString()));
  }

  private static void fifo(Path path) throws Exception {
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
  }

  @Test
  void aFileIsAnsweredAsBase64() throws Exception {
    byte[] bytes = {0, -1, 10, 127};
    Files.write(projects.resolve("a"), bytes);
    assertThat(read(projects.resolve("a")))
        .isEqualTo(params("bytes", Base64.getEncoder().encodeToString(bytes)));
    Files.createFile(projects.resolve("empty"));
    assertThat(read(projects.resolve("empty"))).isEqualTo(Json.parse("{\"bytes\":\"\"}"));
  }

  @Test
  void aPrefixThatIsAFileIsRead() throws Exception {
    Files.writeString(temp.resolve("home/one"), "{}");
    assertThat(read(temp.resolve("home/one")).toString()).isEqualTo("{\"bytes\":\"e30=\"}");
  }

  @Test
  void aFileThroughALinkInsideIsRead() throws Exception {
    Files.createDirectory(projects.resolve("v1"));
    Files.writeString(projects.resolve("v1/f"), "{}");
    Files.createSymbolicLink(projects.resolve("current"), Path.of("v1"));
    assertThat(read(projects.resolve("current/f")).toString()).contains("e30=");
  }

  @Test
  void theParamsAreCheckedBeforeTheGate() {
    assertThat(error(() -> service.readFile(Json.EMPTY_OBJECT)).code()).isEqualTo(-32602);
    assertThat(error(() -> service.readDir(Json.parse("{\"path\":7}"))).code()).isEqualTo(-32602);
    assertThat(error(() -> service.readFile(Json.NULL)).code()).isEqualTo(-32602);
  }

  @Test
  void aMissingFileInsideIsInvalidParams() {
    Path missing = projects.resolve("a/b");
    assertThat(error(() -> read(missing)))
        .isEqualTo(new ErrorObject(-32602, "read " + missing + ": no such file or folder"));
    assertThat(error(() -> list(missing)))
        .isEqualTo(new ErrorObject(-32602, "read_dir " + missing + ": no such file or folder"));
  }

  @Test
  void aFileOutsideIsDeniedWhetherOrNotItIsThere() throws IOException {
    Path there = Files.writeString(temp.resolve("home/there"), "x");
    for (Path path : List.of(there, temp.resolve("home/missing"), Path.of("/etc/passwd"))) {
      assertDenied("read_paths", () -> read(path));
      assertDenied("read_paths", () -> list(path));
    }
  }

  @Test
  void aFolderIsNoFileAndAFileIsNoFolder() throws IOException {
    Path file = Files.writeString(projects.resolve("f"), "x");
    assertThat(error(() -> read(projects)).code()).isEqualTo(-32602);
    assertThat(error(() -> list(file)))
        .isEqualTo(new ErrorObject(-32602, "read_dir " + file + ": not a folder"));
    assertThat(error(() -> read(file.resolve("below"))).code()).isEqualTo(-32602);
  }

  @Test
  void aPipeIsNotReadAndDoesNotHang() throws Exception {
    fifo(projects.resolve("pipe"));
    assertThat(error(() -> read(projects.resolve("pipe"))).message())
        .endsWith("is not a regular file");
    assertThat(error(() -> list(projects.resolve("pipe"))).code()).isEqualTo(-32602);
  }

  @Test
  void aDeviceIsNotRead() {
    FileService all =
        new FileService(
            granted("read_paths", List.of("/dev")), HostHomes.of(Map.of()), Clock.system());
    assertThat(error(() -> all.readFile(params("path", "/dev/zero"))).code()).isEqualTo(-32602);
  }

  @Test
  void aLoopOfLinksIsInvalidParams() throws IOException {
    Files.createSymbolicLink(projects.resolve("a"), Path.of("a"));
    assertThat(error(() -> read(projects.resolve("a"))).code()).isEqualTo(-32602);
  }

  @Test
  void aFileThatNoFrameCanCarryIsRefusedUnread() throws Exception {
    Path big = projects.resolve("big");
    for (long size : new long[] {13L << 20, 1L << 40}) {
      try (RandomAccessFile file = new RandomAccessFile(big.toFile(), "rw")) {
        file.setLength(size);
      }
      assertThat(error(() -> read(big)))
          .isEqualTo(new ErrorObject(-32603, "response exceeds frame limit"));
    }
  }

  @Test
  void theLargestFileThatFitsIsRead() throws Exception {
    Path big = projects.resolve("big");
    try (RandomAccessFile file = new RandomAccessFile(big.toFile(), "rw")) {
      file.setLength((16 << 20) / 4 * 3 - 1024);
    }
    assertThat(read(big).length()).isBetween(16_000_000, (16 << 20) - 200);
  }

  @Test
  void aFolderIsListedByNameWithHiddenEntriesAndLinksAsTheyAre() throws Exception {
    Files.writeString(projects.resolve("n.jsonl"), "x".repeat(42));
    Files.createDirectory(projects.resolve("a"));
    Files.createFile(projects.resolve(".hidden"));
    Files.createSymbolicLink(projects.resolve("link"), Path.of("a"));
    assertThat(list(projects).toString())
        .isEqualTo(
            "{\"entries\":[{\"name\":\".hidden\",\"is_dir\":false,\"size\":0},"
                + "{\"name\":\"a\",\"is_dir\":true,\"size\":0},"
                + "{\"name\":\"link\",\"is_dir\":false,\"size\":1},"
                + "{\"name\":\"n.jsonl\",\"is_dir\":false,\"size\":42}]}");
    assertThat(list(projects.resolve("a")).toString()).isEqualTo("{\"entries\":[]}");
  }

  @Test
  void moreEntriesThanAnybodyLooksAtAreRefusedInWords() throws Exception {
    Path many = Files.createDirectory(projects.resolve("many"));
    for (String name : List.of("a", "b", "c")) {
      Files.createFile(many.resolve(name));
    }
    Place place = new Place(many, many);
    assertThat(FileService.list(place, "many", 3).toString()).contains("\"c\"");
    assertThat(error(() -> FileService.list(place, "many", 2)))
        .isEqualTo(new ErrorObject(-32603, "read_dir many: more than 2 entries"));
  }

  @Test
  void anInterruptEndsTheCall() throws Exception {
    Files.writeString(projects.resolve("f"), "x");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> read(projects.resolve("f"))).isInstanceOf(InterruptedException.class);
    assertThat(read(projects.resolve("f"))).isNotNull();
  }
}
