package io.polyplug.wire;

import io.polyplug.base.UntrustedText;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What went wrong over HTTP, for people. Pure functions; all they give is safe to show. */
public final class HttpSentences {
  private static final int SHOWN = 200;
  private static final String CUT_OFF = "the server closed the connection in the middle";
  private static final String UNKNOWN_HOST = "the name of the host is not known";

  private HttpSentences() {}

  /** Why there was no answer, to follow a colon, without a full stop. */
  public static String why(IOException failure, HttpEndpoint endpoint) {
    String message = message(failure);
    return switch (failure) {
      case HttpConnectTimeoutException late ->
          "there was no connection within " + endpoint.connectTimeout();
      case UnknownHostException unknown -> UNKNOWN_HOST;
      case ConnectException refused ->
          hasCause(refused, UnresolvedAddressException.class)
              ? UNKNOWN_HOST
              : "the connection was refused"
                  + (message == null || message.equals("Connection refused")
                      ? ""
                      : " (" + message + ")");
      case SSLException tls -> "TLS failed" + (message == null ? "" : " (" + message + ")");
      case EOFException cut -> CUT_OFF;
      default -> message == null ? failure.getClass().getSimpleName() : plain(message);
    };
  }

  /** The JDK speaks of the state of its parser where the server just hung up. */
  private static String plain(String message) {
    return message.startsWith("chunked transfer encoding")
            || message.startsWith("fixed content-length")
        ? CUT_OFF
        : message;
  }

  private static @Nullable String message(IOException failure) {
    String message = failure.getMessage();
    return message == null ? null : UntrustedText.excerpt(message, SHOWN);
  }

  private static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
    Throwable at = failure.getCause();
    for (int depth = 0; at != null && depth < 8; depth++) {
      if (type.isInstance(at)) {
        return true;
      }
      at = at.getCause();
    }
    return false;
  }

  /** The beginning of a body, in quotes; "no body" if it is empty. */
  public static String excerpt(byte[] body) {
    if (body.length == 0) {
      return "no body";
    }
    boolean cut = body.length > SHOWN;
    String text = new String(body, 0, cut ? SHOWN : body.length, StandardCharsets.UTF_8);
    return "the body \"" + UntrustedText.escape(text) + (cut ? "…" : "") + "\"";
  }
}
