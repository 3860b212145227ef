package io.polyplug.wire;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.base.ManualClock;
import io.polyplug.wire.testing.ServerReply;
import io.polyplug.wire.testing.SseTestServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A peer that speaks with a {@link SseTestServer} over HTTP, and what it hears. */
final class HttpPair implements AutoCloseable, PeerObserver {
  static final Dialect DIALECT =
      Dialect.builder()
          .jsonrpc(Dialect.JsonrpcMember.IGNORED)
          .unhandledRequest(Dialect.UnhandledRequest.REPORT)
          .numericStringIds(true)
          .errorDefaults(new ErrorObject(-32000, "sidecar error"))
          .missingResultIsNull(true)
          .build();

  final Ends ends = new Ends();
  final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
  final BlockingQueue<String> unsent = new LinkedBlockingQueue<>();
  final BlockingQueue<String> stray = new LinkedBlockingQueue<>();
  final ManualClock clock = new ManualClock();
  final Peer peer;

  HttpPair(SseTestServer server) throws Exception {
    this(server, endpoint -> endpoint);
  }

  HttpPair(SseTestServer server, UnaryOperator<HttpEndpointBuilder> endpoint) throws Exception {
    this(server.url(), endpoint);
  }

  HttpPair(URI url, UnaryOperator<HttpEndpointBuilder> endpoint) throws Exception {
    peer =
        Peer.over(connect(endpoint.apply(HttpEndpoint.at(url)).build()), DIALECT)
            .listener(ends)
            .observer(this)
            .clock(clock)
            .onOtherNotifications(Order.ORDERED, n -> notes.add(n.method()))
            .start();
  }

  static HttpTransport connect(HttpEndpoint endpoint) throws IOException, InterruptedException {
    return HttpTransport.connect(endpoint, Deadline.in(Duration.ofSeconds(30), Clock.system()));
  }

  static String next(BlockingQueue<String> queue) throws InterruptedException {
    return queue.poll(30, TimeUnit.SECONDS);
  }

  /** A reply to the request that was posted. */
  static ServerReply echo(SseTestServer.Seen post) {
    return ServerReply.json(reply(post, "\"done\""));
  }

  static String reply(SseTestServer.Seen post, String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id(post) + ",\"result\":" + result + "}";
  }

  static String id(SseTestServer.Seen post) {
    Json id = Members.find(Json.parse(post.body()), "id");
    return id == null ? "null" : id.toString();
  }

  static String note(String method) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"}";
  }

  /** The sentence with which a call fails that must. */
  String failure() throws InterruptedException {
    return Ends.failureOf(peer.call("invoke", null)).sentence();
  }

  @Override
  public void sendFailed(String sentence) {
    unsent.add(sentence);
  }

  @Override
  public void badBody(BadBody what, byte[] body) {
    stray.add(what.reason().name());
  }

  @Override
  public void close() {
    peer.close();
  }
}
