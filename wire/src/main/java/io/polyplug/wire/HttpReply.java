package io.polyplug.wire;

/**
 * What the answer to a POST means. A JSON object is a frame if the status is a success, or if it
 * has an error object, whatever the status; everything else is no answer of the other end's.
 */
sealed interface HttpReply {
  /** A frame. */
  record Frame(byte[] body) implements HttpReply {}

  /** Taken, and there is nothing to say to it. */
  record Accepted() implements HttpReply {}

  /** This send failed. */
  record Failed(String sentence) implements HttpReply {}

  static HttpReply of(HttpEndpoint endpoint, int status, byte[] raw, boolean expectsAnswer) {
    boolean success = status >= 200 && status < 300;
    byte[] body = Utf8.repair(raw);
    Members members = new Members();
    JsonScanner scanner = new JsonScanner(body, 0, body.length);
    int start = scanner.skipBlanks(0);
    boolean object =
        start < body.length && body[start] == '{' && members.read(body, scanner, start);
    boolean error = members.error != null && members.error.kind() == Json.Kind.OBJECT;
    if (object && (success || error)) {
      return new Frame(body);
    }
    return success && !expectsAnswer
        ? new Accepted()
        : new Failed(sentence(endpoint, status, body));
  }

  /** For an answer that nobody can make use of. */
  static String sentence(HttpEndpoint endpoint, int status, byte[] body) {
    return "The POST to "
        + endpoint.shown()
        + " was answered with HTTP "
        + status
        + " and "
        + HttpSentences.excerpt(body)
        + " where a JSON-RPC reply is expected.";
  }
}
