package io.polyplug.monorepo.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A real nginx that keeps files over WebDAV, in a folder and on a port of its own. */
final class Nginx implements AutoCloseable {
  private static final int TRIES = 5;
  private static final String STATUS = "HTTP/1.1 204";
  private static final int ANSWER_MILLIS = 5_000;
  private static final long PATIENCE = Duration.ofSeconds(30).toNanos();

  private final Process process;
  private final int port;
  final Path files;

  private final String mark;

  private Nginx(Process process, int port, Path files, String mark) {
    this.mark = mark;
    this.process = process;
    this.port = port;
    this.files = files;
  }

  static Optional<Path> program() {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/sbin";
    for (String folder : path.split(":", -1)) {
      Path program = Path.of(folder, "nginx");
      if (!folder.isEmpty() && Files.isExecutable(program)) {
        return Optional.of(program);
      }
    }
    return Optional.empty();
  }

  /** Another process may take the port that was free a moment ago, so it is tried anew then. */
  static Nginx start(Path program, Path folder, String extra) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      Path own = Files.createDirectories(folder.resolve("nginx" + i));
      Nginx nginx = launch(program, own, extra);
      if (nginx.answers()) {
        return nginx;
      }
      nginx.close();
    }
    throw new IOException(
        "nginx does not start: " + Files.readString(folder.resolve("nginx0/log")));
  }

  private static Nginx launch(Path program, Path own, String extra) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path files = Files.createDirectories(own.resolve("files"));
    String mark = UUID.randomUUID().toString();
    Path config =
        Files.writeString(
            own.resolve("nginx.conf"),
            """
            daemon off;
            master_process off;
            pid %1$s/pid;
            error_log %1$s/log;
            events {}
            http {
              access_log off;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              server {
                listen 127.0.0.1:%2$d;
                location = /%4$s { return 204; }
                root %1$s/files;
                client_max_body_size 64m;
                location / {
                  dav_methods PUT;
                  create_full_put_path on;
                  %3$s
                }
              }
            }
            """
                .formatted(own, port, extra, mark));
    Process process =
        new ProcessBuilder(
                program.toString(),
                "-p",
                own.toString(),
                "-c",
                config.toString(),
                "-e",
                own + "/log")
            .redirectErrorStream(true)
            .redirectOutput(own.resolve("output").toFile())
            .start();
    return new Nginx(process, port, files, mark);
  }

  /** Whether it is this one that answers there, and no other server that was quicker. */
  private boolean answers() {
    long start = System.nanoTime();
    while (process.isAlive() && System.nanoTime() - start < PATIENCE) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(ANSWER_MILLIS);
        socket
            .getOutputStream()
            .write(("GET /" + mark + " HTTP/1.0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        byte[] status = socket.getInputStream().readNBytes(STATUS.length());
        return new String(status, StandardCharsets.US_ASCII).equals(STATUS);
      } catch (IOException e) {
        LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
      }
    }
    return false;
  }

  String host() {
    return "127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
