package io.polyplug.wire;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.wire.testing.SseTestServer;
import java.time.Duration;

/** Frames are posted side by side: all arrive, in whatever order. */
class HttpTransportTest extends TransportSuite {
  @Override
  protected boolean keepsOrder() {
    return false;
  }

  @Override
  protected Ends connect() throws Exception {
    return connect(64);
  }

  static Ends connect(int maxPosts) throws Exception {
    SseTestServer server = new SseTestServer().forgetful();
    SseServerTransport far = new SseServerTransport(server);
    server.onPost(far::take);
    HttpEndpoint endpoint = HttpEndpoint.at(server.url()).maxPosts(maxPosts).build();
    return new Ends(
        HttpTransport.connect(endpoint, Deadline.in(Duration.ofSeconds(30), Clock.system())), far);
  }
}
