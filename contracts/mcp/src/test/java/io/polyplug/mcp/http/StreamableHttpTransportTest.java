package io.polyplug.mcp.http;

import io.polyplug.base.Clock;
import io.polyplug.wire.HttpEndpoint;
import io.polyplug.wire.SseServerTransport;
import io.polyplug.wire.TransportSuite;
import io.polyplug.wire.testing.SseTestServer;
import java.util.concurrent.TimeUnit;

/** What every transport must do, with the stream on which a legacy server speaks by itself. */
class StreamableHttpTransportTest extends TransportSuite {
  @Override
  protected boolean keepsOrder() {
    return false;
  }

  @Override
  protected Ends connect() throws Exception {
    SseTestServer server = new SseTestServer().forgetful();
    SseServerTransport far = new SseServerTransport(server);
    server.onPost(far::take);
    StreamableHttp near =
        new StreamableHttp(HttpEndpoint.at(server.url()).build(), Clock.system(), _ -> {});
    // Whatever comes before it is started has nobody to be told to, and nothing comes.
    near.openEvents().get(30, TimeUnit.SECONDS);
    return new Ends(near, far);
  }
}
