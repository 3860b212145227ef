package io.polyplug.wire;

/**
 * Messages to bodies and back, for those that speak on a transport themselves: recorders, fakes,
 * conformance runs. A peer does the same inside.
 */
public final class Envelope {
  private final EnvelopeParser parser;
  private final EnvelopeEncoder encoder;

  /** Reads and writes in this dialect. */
  public Envelope(Dialect dialect) {
    parser = new EnvelopeParser(dialect);
    encoder = new EnvelopeEncoder(dialect);
  }

  /** What the body is. The array now belongs to the message. */
  public Inbound parse(byte[] body) {
    return parser.parse(body);
  }

  /** The message as it is written. A request's id must be a number or string of its own. */
  public Json encode(Message message) {
    return Json.ofTrusted(frame(message).toByteArray());
  }

  private FrameBytes frame(Message message) {
    return switch (message) {
      case Notification notification ->
          encoder.notification(notification.method(), notification.params());
      case Response reply ->
          reply.error() == null
              ? encoder.result(reply.id(), Json.orNull(reply.result()))
              : encoder.error(reply.id(), reply.error());
      case Request request -> {
        FrameBytes body = encoder.requestWithoutId(request.method(), request.params());
        byte[] id = request.id().toJson().toByteArray();
        byte[] whole = new byte[body.length() + id.length];
        System.arraycopy(id, 0, whole, 0, id.length);
        System.arraycopy(body.array(), body.offset(), whole, id.length, body.length());
        yield FrameBytes.of(concat(Ascii.bytes("{\"jsonrpc\":\"2.0\",\"id\":"), whole));
      }
    };
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = new byte[first.length + second.length];
    System.arraycopy(first, 0, both, 0, first.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
