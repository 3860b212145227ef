package io.polyplug.gateway;

import io.polyplug.mcp.server.HttpServer;
import java.io.IOException;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Judges requests, then hands them over. Safe from any thread; blocks the one it is called on. */
final class DoorHandler extends Handler.Abstract {
  private final IntSupplier port;
  private final Optional<String> token;
  private final HttpServer http;
  private final BodyReader bodies;

  DoorHandler(IntSupplier port, Optional<String> token, HttpServer http, BodyReader bodies) {
    this.port = port;
    this.token = token;
    this.http = http;
    this.bodies = bodies;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Optional<DoorRules.Refusal> refusal =
        new DoorRules(port.getAsInt(), token)
            .judge(
                JettyCall.header(request, "Host"),
                JettyCall.header(request, "Origin"),
                JettyCall.header(request, "Authorization"));
    if (refusal.isPresent()) {
      refuse(response, callback, refusal.get().status(), refusal.get().sentence());
    } else if (!HttpDoor.PATH.equals(request.getHttpURI().getCanonicalPath())) {
      refuse(response, callback, 404, "there is only " + HttpDoor.PATH + " here");
    } else {
      // A call may think for long; silence counts only against who owes us bytes.
      request.addIdleTimeoutListener(timeout -> false);
      serve(request, response, callback);
    }
    return true;
  }

  private void serve(Request request, Response response, Callback callback) throws Exception {
    try (BodyReader.Body body = bodies.read(Content.Source.asInputStream(request))) {
      http.handle(new JettyCall(request, response, body.bytes()));
      callback.succeeded();
    } catch (BodyReader.Refused e) {
      refuse(response, callback, e.status(), String.valueOf(e.getMessage()));
    } catch (IOException e) {
      // The client is gone, or was too slow to be served.
      callback.failed(e);
    }
  }

  /** Whoever is turned away does not keep the connection: it would be one of few. */
  private static void refuse(Response response, Callback callback, int status, String sentence) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    if (status == 401) {
      response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    }
    Content.Sink.write(response, true, sentence + "\n", callback);
  }
}
