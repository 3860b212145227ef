package io.polyplug.monorepo.remote;

import io.polyplug.base.UntrustedText;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import javax.net.ssl.SSLException;

/** A request without an answer; the message is a part of a sentence, without secrets. */
final class WebProblem extends Exception {
  /** What went wrong. */
  enum Kind {
    /** No connection came about. */
    CONNECT,
    /** The time was over. */
    TIMEOUT,
    /** The conversation ended, or was none. */
    BROKEN,
    /** The server was given up before, which was told. */
    GIVEN_UP
  }

  private static final int MOST_SHOWN = 200;

  private final Kind kind;

  WebProblem(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** From what the JDK's client says. */
  static WebProblem of(Throwable cause) {
    return switch (cause) {
      case HttpTimeoutException _ -> new WebProblem(Kind.TIMEOUT, "no connection in time");
      case ConnectException _ -> new WebProblem(Kind.CONNECT, "no connection");
      case SSLException _ -> new WebProblem(Kind.CONNECT, "no connection over TLS: " + text(cause));
      default -> new WebProblem(Kind.BROKEN, "the conversation broke off: " + text(cause));
    };
  }

  private static String text(Throwable cause) {
    String message = cause.getMessage();
    return message == null
        ? cause.getClass().getSimpleName()
        : UntrustedText.excerpt(message, MOST_SHOWN);
  }

  Kind kind() {
    return kind;
  }

  /** As the result of a transfer. */
  RemoteResult result(String address) {
    return kind == Kind.GIVEN_UP
        ? new RemoteResult.Unavailable()
        : new RemoteResult.Failed("The remote cache " + address + " failed: " + getMessage());
  }
}
