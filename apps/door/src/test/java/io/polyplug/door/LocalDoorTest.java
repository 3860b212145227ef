package io.polyplug.door;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A door that is a socket in the file system. */
class LocalDoorTest {
  private Path folder;
  private Path socket;

  /** Of its own, since the address of a socket has to be short. */
  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("door");
    socket = folder.resolve("sock");
  }

  @AfterEach
  void deleteFolder() throws IOException {
    Files.deleteIfExists(socket);
    Files.delete(folder);
  }

  private LocalDoor open() throws IOException {
    return new LocalDoor(
        "test",
        socket,
        DoorLimits.USUAL,
        exchange -> exchange.answer(200, Map.of("X-Beside", "yes"), exchange.body()));
  }

  private String ask(String headers, String body) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      String request =
          "POST / HTTP/1.1\r\nHost: any\r\nConnection: close\r\nContent-Length: %d\r\n%s\r\n%s"
              .formatted(body.length(), headers, body);
      channel.write(ByteBuffer.wrap(request.getBytes(UTF_8)));
      return new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
    }
  }

  @Test
  void isReachedWithoutATokenAndUnderAnyName() throws Exception {
    try (LocalDoor _ = open()) {
      assertThat(ask("", "hello\0there"))
          .startsWith("HTTP/1.1 200 ")
          .contains("X-Beside: yes\r\n")
          .endsWith("\r\n\r\nhello\0there");
    }
  }

  @Test
  void isNotForPages() throws Exception {
    try (LocalDoor _ = open()) {
      assertThat(ask("Origin: http://localhost\r\n", "x"))
          .startsWith("HTTP/1.1 403 ")
          .endsWith("this door is not for pages\n");
    }
  }

  @Test
  void leavesNoSocketBehindAndTakesNoneAway() throws Exception {
    LocalDoor door = open();
    assertThatThrownBy(this::open).isInstanceOf(IOException.class);
    door.close();
    assertThat(socket).doesNotExist();
  }
}
