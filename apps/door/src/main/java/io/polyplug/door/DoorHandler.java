package io.polyplug.door;

import java.io.IOException;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Judges requests, then hands them over. Safe from any thread; blocks the one it is called on. */
final class DoorHandler extends Handler.Abstract {
  /** Who may come in. */
  interface Judge {
    /**
     * Why somebody is turned away; empty for who may come in.
     *
     * @param open whether what is asked for is for everybody who reaches us
     */
    Optional<DoorRules.Refusal> refusal(Request request, boolean open);
  }

  private final Judge judge;
  private final DoorService service;
  private final BodyReader bodies;

  DoorHandler(Judge judge, DoorService service, BodyReader bodies) {
    this.judge = judge;
    this.service = service;
    this.bodies = bodies;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String path = request.getHttpURI().getCanonicalPath();
    Optional<DoorRules.Refusal> refusal =
        judge.refusal(request, path != null && service.isOpen(path));
    if (refusal.isPresent()) {
      refuse(response, callback, refusal.get().status(), refusal.get().sentence());
    } else if (path == null) {
      refuse(response, callback, 400, "the address has no path");
    } else {
      // A call may think for long; silence counts only against who owes us bytes.
      request.addIdleTimeoutListener(timeout -> false);
      serve(new JettyExchange(request, response, path, bodies), response, callback);
    }
    return true;
  }

  private void serve(JettyExchange exchange, Response response, Callback callback) {
    try (exchange) {
      service.serve(exchange);
      callback.succeeded();
    } catch (Refused e) {
      refuse(response, callback, e.status(), String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      callback.failed(e);
    } catch (IOException e) {
      if (e.getCause() instanceof Refused refused && !response.isCommitted()) {
        refuse(response, callback, refused.status(), String.valueOf(refused.getMessage()));
      } else {
        // The client is gone, or was too slow to be served.
        callback.failed(e);
      }
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
