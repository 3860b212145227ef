package io.polyplug.workbench.api;

import io.polyplug.door.Refused;
import io.polyplug.host.Tool;
import io.polyplug.host.ToolChannel;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.workbench.Served;
import java.io.IOException;

/**
 * {@code POST /api/channels}: opens a channel and answers with what comes in, as events, the first
 * of which says its id; {@code POST /api/channels/ID/messages}, {@code POST
 * /api/channels/ID/close-input} and {@code DELETE /api/channels/ID} send, stop sending, and end it.
 * It ends with its browser.
 */
final class ChannelRoutes implements AutoCloseable {
  private final Served served;
  private final Feeds feeds;
  private final Underway<Conversation<ToolChannel>> underway = new Underway<>("channels");

  ChannelRoutes(Served served, Feeds feeds) {
    this.served = served;
    this.feeds = feeds;
  }

  ChannelRoutes addTo(Routes.Builder routes) {
    routes.add("POST", "/api/channels", this::open);
    routes.add("POST", "/api/channels/{id}/messages", this::send);
    routes.add("POST", "/api/channels/{id}/close-input", this::closeInput);
    routes.add("DELETE", "/api/channels/{id}", this::end);
    return this;
  }

  private void open(ApiCall call) throws IOException, Refused, ApiProblem {
    CallRequest request = CallRequest.of(call.json());
    Tool tool = served.host().plugin(request.plugin()).tool(request.tool());
    Conversation<ToolChannel> channel = new Conversation<>();
    String id = underway.add(request.id(), channel);
    try (channel) {
      Feed feed = feeds.feed();
      Json named = Json.object(out -> out.writeStringProperty("id", id));
      channel.begin(
          () -> tool.open(request.call()), _ -> feed.add("open", named), feed, feeds.clock());
      feeds.run(feed, call.exchange());
    } finally {
      underway.remove(id);
    }
  }

  private void send(ApiCall call) throws IOException, Refused, ApiProblem {
    Json body = call.json();
    Json message = body.kind() == Json.Kind.OBJECT ? JsonParts.find(body, "message")[0] : null;
    if (message == null) {
      throw CallRequest.invalid("expected an object with \"message\"");
    }
    if (!channel(call).send(message)) {
      throw closed();
    }
    call.done();
  }

  private void closeInput(ApiCall call) throws IOException, ApiProblem {
    channel(call).closeInput();
    call.done();
  }

  private void end(ApiCall call) throws IOException, ApiProblem {
    underway.get(call.variable("id")).cancel();
    call.done();
  }

  private ToolChannel channel(ApiCall call) throws ApiProblem {
    return underway.get(call.variable("id")).stream().orElseThrow(ChannelRoutes::closed);
  }

  private static ApiProblem closed() {
    return new ApiProblem(
        409, "closed", "the channel takes no messages: it is not open yet, or closed on a side");
  }

  @Override
  public void close() {
    underway.close();
  }
}
