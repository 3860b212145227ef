package io.polyplug.wire.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * An HTTP server on a free port of the loopback that does what a test tells it: answers POSTs by a
 * function, and every GET with an event stream, or with whatever else it is told. Its threads are
 * virtual; closing it ends every connection.
 */
public final class SseTestServer implements AutoCloseable {
  /** How events reach several GETs. */
  public enum FanOut {
    /** Each event goes to all. */
    BROADCAST,
    /** All take from one queue: each event goes to one of them. */
    SHARED_QUEUE
  }

  /** A request; the names of headers are in lower case. */
  public record Seen(String method, String path, Map<String, String> headers, String body) {}

  public static final long PATIENCE_SECONDS = 30;

  private final ServerSocket listening;
  private final FanOut fanOut;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<EventWriter> streams = ConcurrentHashMap.newKeySet();
  private final BlockingQueue<byte[]> shared = new LinkedBlockingQueue<>();
  private final BlockingQueue<Seen> posts = new LinkedBlockingQueue<>();
  private final BlockingQueue<Seen> getRequests = new LinkedBlockingQueue<>();
  private final BlockingQueue<Boolean> lostStreams = new LinkedBlockingQueue<>();
  private final AtomicInteger gets = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile Function<Seen, ServerReply> onPost = seen -> ServerReply.json("{}");
  private volatile ServerReply onGet;
  private volatile boolean chunked;
  private volatile int breakAfter = Integer.MAX_VALUE;
  private volatile boolean keepPosts = true;

  /** Listens. */
  public SseTestServer(FanOut fanOut) throws IOException {
    this.fanOut = fanOut;
    listening = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("sse-test-server").start(this::accept);
  }

  /** Listens and broadcasts. */
  public SseTestServer() throws IOException {
    this(FanOut.BROADCAST);
  }

  /** Where it listens. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/rpc");
  }

  /** How POSTs are answered. */
  public SseTestServer onPost(Function<Seen, ServerReply> answer) {
    onPost = answer;
    return this;
  }

  /** Answers a GET with something else than events. */
  public SseTestServer onGet(ServerReply answer) {
    onGet = answer;
    return this;
  }

  /** Sends each event as a chunk; otherwise the stream is as long as the connection. */
  public SseTestServer chunked() {
    chunked = true;
    return this;
  }

  /** Breaks an event stream off after so many events. */
  public SseTestServer breakAfter(int events) {
    breakAfter = events;
    return this;
  }

  /** Does not keep what was posted. */
  public SseTestServer forgetful() {
    keepPosts = false;
    return this;
  }

  /** Sends an event. */
  public void event(String data) {
    raw("data: " + data + "\n\n");
  }

  /** Sends text as it is. */
  public void raw(String text) {
    raw(text.getBytes(UTF_8));
  }

  /** Sends bytes as they are. */
  public void raw(byte[] bytes) {
    if (fanOut == FanOut.SHARED_QUEUE) {
      shared.add(bytes);
    } else {
      streams.forEach(stream -> stream.queue().add(bytes));
    }
  }

  /** Ends the event streams, after what was sent. */
  public void endEvents() {
    raw(EventWriter.END);
  }

  /** How many GETs came. */
  public int gets() {
    return gets.get();
  }

  /** How many connections are open. */
  public int connections() {
    return sockets.size();
  }

  /** How many connections there were, open or not. */
  public int accepted() {
    return accepted.get();
  }

  /** The next POST that came. */
  public Seen nextPost() throws InterruptedException {
    return next(posts);
  }

  /** The next GET that came. */
  public Seen nextGet() throws InterruptedException {
    return next(getRequests);
  }

  /** Returns when an event stream's client has gone. */
  public void awaitLostStream() throws InterruptedException {
    next(lostStreams);
  }

  private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("Nothing came.");
    }
    return next;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        accepted.incrementAndGet();
        sockets.add(socket);
        Thread.ofVirtual().name("sse-test-connection").start(() -> serve(socket));
        if (listening.isClosed()) {
          socket.close();
        }
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
      while (answer(socket, in)) {
        // The next request of the same connection.
      }
    } catch (IOException gone) {
      // So has the client.
    } finally {
      sockets.remove(socket);
    }
  }

  private boolean answer(Socket socket, InputStream in) throws IOException {
    Seen seen = request(in);
    if (seen == null) {
      return false;
    }
    if (seen.method().equals("GET")) {
      gets.incrementAndGet();
      getRequests.add(seen);
      if (onGet == null) {
        events(socket, in);
        return false;
      }
      return onGet.write(socket);
    }
    if (keepPosts) {
      posts.add(seen);
    }
    return onPost.apply(seen).write(socket);
  }

  private void events(Socket socket, InputStream in) throws IOException {
    BlockingQueue<byte[]> queue =
        fanOut == FanOut.SHARED_QUEUE ? shared : new LinkedBlockingQueue<>();
    EventWriter writer = new EventWriter(socket, queue, chunked, breakAfter);
    streams.add(writer);
    writer.begin();
    Thread.ofVirtual().name("sse-test-events").start(writer);
    try {
      while (in.read() >= 0) {
        // A client says nothing here.
      }
    } finally {
      streams.remove(writer);
      lostStreams.add(true);
    }
  }

  private static Seen request(InputStream in) throws IOException {
    String first = line(in);
    if (first == null) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      if (colon < 0) {
        throw new IOException("This is not HTTP.");
      }
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException();
    }
    String[] parts = first.split(" ", 3);
    return new Seen(parts[0], parts[1], headers, new String(body, UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0; c = in.read()) {
      if (c == '\n') {
        return line.toString().strip();
      }
      line.append(new String(new byte[] {(byte) c}, ISO_8859_1));
    }
    return null;
  }

  /** Ends every connection. */
  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
