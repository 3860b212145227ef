package io.polyplug.ainb.net;

import io.polyplug.ainb.protocol.FrameRoom;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;

/**
 * One request and its answer on a connection of its own, to one of the addresses that it is given
 * and to no other. It knows no proxy, no cookie, no cache and no compression.
 */
final class HttpExchange {
  private static final Duration CONNECT_TIME = Duration.ofSeconds(10);

  /** Lines times length is the most that the head of an answer can be. */
  private static final Http1Config BOUNDS =
      Http1Config.custom().setMaxLineLength(16 * 1024).setMaxHeaderCount(128).build();

  private HttpExchange() {}

  static FetchAnswer run(
      FetchRequest request, List<InetAddress> addresses, SSLSocketFactory tls, Cutoff cutoff)
      throws IOException, HttpException {
    FetchUrl url = request.url();
    DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(BOUNDS);
    try (Socket plain = connect(addresses, url.port(), cutoff)) {
      connection.bind(url.secure() ? secured(plain, url, tls) : plain);
      HttpRequestExecutor executor = new HttpRequestExecutor();
      ClassicHttpResponse response =
          executor.execute(message(request), connection, HttpCoreContext.create());
      return answer(response);
    } finally {
      connection.close(CloseMode.IMMEDIATE);
    }
  }

  private static Socket connect(List<InetAddress> addresses, int port, Cutoff cutoff)
      throws IOException {
    IOException failure = new IOException("it has no address");
    for (InetAddress address : addresses) {
      Socket socket = new Socket(Proxy.NO_PROXY);
      cutoff.watch(socket);
      try {
        long left = Math.min(cutoff.left().toMillis(), CONNECT_TIME.toMillis());
        socket.connect(new InetSocketAddress(address, port), (int) Math.max(1, left));
        socket.setTcpNoDelay(true);
        return socket;
      } catch (IOException notThere) {
        socket.close();
        failure = notThere;
      }
    }
    throw failure;
  }

  private static SSLSocket secured(Socket plain, FetchUrl url, SSLSocketFactory tls)
      throws IOException {
    SSLSocket socket = (SSLSocket) tls.createSocket(plain, url.host().text(), url.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private static BasicClassicHttpRequest message(FetchRequest request) {
    FetchUrl url = request.url();
    // In parts, since a target of two slashes would be taken for another host.
    BasicClassicHttpRequest message =
        new BasicClassicHttpRequest(request.method(), null, null, url.target());
    message.addHeader("Host", url.hostHeader());
    message.addHeader("Connection", "close");
    if (request.headers().stream().noneMatch(it -> it.key().equals("user-agent"))) {
      message.addHeader("User-Agent", "polyplug");
    }
    request.headers().forEach(it -> message.addHeader(it.name(), it.value()));
    byte[] body = request.body();
    if (body != null) {
      message.addHeader("Content-Length", String.valueOf(body.length));
      message.setEntity(new ByteArrayEntity(body, null));
    }
    return message;
  }

  private static FetchAnswer answer(ClassicHttpResponse response)
      throws IOException, HttpException {
    int status = response.getCode();
    if (status > 999) {
      throw new HttpException("its status is no status");
    }
    Header location = response.getFirstHeader("Location");
    if (Redirect.isOne(status) && location != null) {
      return new FetchAnswer.Elsewhere(status, location.getValue());
    }
    Json headers = FetchAnswer.headers(response.getHeaders());
    return new FetchAnswer.Content(
        status, headers, body(response.getEntity(), FrameRoom.forBytes(headers.length() + 64)));
  }

  private static byte[] body(HttpEntity entity, int room) throws IOException {
    if (entity == null) {
      return new byte[0];
    }
    if (entity.getContentLength() > room) {
      throw FrameRoom.exceeded();
    }
    InputStream in = entity.getContent();
    byte[] body = in.readNBytes(room + 1);
    if (body.length > room) {
      throw FrameRoom.exceeded();
    }
    return body;
  }
}
