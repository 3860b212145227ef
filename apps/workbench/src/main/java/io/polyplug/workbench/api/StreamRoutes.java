package io.polyplug.workbench.api;

import io.polyplug.door.Refused;
import io.polyplug.host.Tool;
import io.polyplug.host.ToolStream;
import io.polyplug.workbench.Served;
import java.io.IOException;

/**
 * {@code POST /api/streams}: starts a stream and answers with its messages as events. It is given
 * up when its browser is gone, or by {@code DELETE /api/calls/ID}, which is heard at once even if
 * the stream is silent.
 */
record StreamRoutes(Served served, Feeds feeds, Underway<Underway.Entry> underway) {
  void addTo(Routes.Builder routes) {
    routes.add("POST", "/api/streams", this::stream);
  }

  private void stream(ApiCall call) throws IOException, Refused, ApiProblem {
    CallRequest request = CallRequest.of(call.json());
    Tool tool = served.host().plugin(request.plugin()).tool(request.tool());
    Conversation<ToolStream> stream = new Conversation<>();
    String id = underway.add(request.id(), stream);
    try (stream) {
      Feed feed = feeds.feed();
      stream.begin(() -> tool.stream(request.call()), _ -> {}, feed, feeds.clock());
      feeds.run(feed, call.exchange());
    } finally {
      underway.remove(id);
    }
  }
}
