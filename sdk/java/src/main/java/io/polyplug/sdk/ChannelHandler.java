package io.polyplug.sdk;

/** Talks over a channel. Called on virtual threads, many at once; an interrupt is a cancel. */
@FunctionalInterface
public interface ChannelHandler {
  /** Reads and sends; the channel is closed when this returns. */
  void handle(Channel channel, Call call) throws Exception;
}
