package io.polyplug.wire;

/**
 * Answers requests, on a virtual thread: it may block, and may call back to the other end. A thrown
 * {@link RpcException} is answered as it is; anything else as an internal error with a short
 * message.
 */
@FunctionalInterface
public interface RequestHandler {
  /** The result. */
  Json handle(Request request, Exchange exchange) throws Exception;
}
