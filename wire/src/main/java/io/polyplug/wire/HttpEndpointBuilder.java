package io.polyplug.wire;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** Collects the values of an {@link HttpEndpoint}; each method sets the component of its name. */
public final class HttpEndpointBuilder {
  private final URI url;
  private Map<String, String> headers = Map.of();
  private int maxPosts = 64;
  private int maxOutbound = 16 << 20;
  private int maxReply = 64 << 20;
  private int maxEvent = 64 << 20;
  private Duration connectTimeout = Duration.ofSeconds(10);

  HttpEndpointBuilder(URI url) {
    this.url = url;
  }

  /** Sets {@link HttpEndpoint#headers()}. */
  public HttpEndpointBuilder headers(Map<String, String> value) {
    headers = Map.copyOf(value);
    return this;
  }

  /** Sets {@link HttpEndpoint#maxPosts()}. */
  public HttpEndpointBuilder maxPosts(int value) {
    maxPosts = value;
    return this;
  }

  /** Sets {@link HttpEndpoint#maxOutbound()}. */
  public HttpEndpointBuilder maxOutbound(int value) {
    maxOutbound = value;
    return this;
  }

  /** Sets {@link HttpEndpoint#maxReply()}. */
  public HttpEndpointBuilder maxReply(int value) {
    maxReply = value;
    return this;
  }

  /** Sets {@link HttpEndpoint#maxEvent()}. */
  public HttpEndpointBuilder maxEvent(int value) {
    maxEvent = value;
    return this;
  }

  /** Sets {@link HttpEndpoint#connectTimeout()}. */
  public HttpEndpointBuilder connectTimeout(Duration value) {
    connectTimeout = value;
    return this;
  }

  /** The endpoint; throws {@link IllegalArgumentException} if a value cannot be. */
  public HttpEndpoint build() {
    return new HttpEndpoint(
        url, headers, maxPosts, maxOutbound, maxReply, maxEvent, connectTimeout);
  }
}
