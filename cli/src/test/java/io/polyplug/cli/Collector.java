package io.polyplug.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Takes spans over OTLP/HTTP as collectors do, and reads them out of their protocol buffers. */
final class Collector implements AutoCloseable {
  /** One span, with its attributes that are texts or whole numbers. */
  record Span(
      String name,
      String trace,
      String parent,
      long kind,
      long nanos,
      Map<String, String> attributes,
      Map<String, String> resource) {}

  private final HttpServer server;
  private final BlockingQueue<Span> spans = new LinkedBlockingQueue<>();

  Collector() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void take(HttpExchange exchange) throws IOException {
    ProtoMessage request = ProtoMessage.read(exchange.getRequestBody().readAllBytes());
    for (ProtoMessage resourceSpans : request.messages(1)) {
      Map<String, String> resource = texts(resourceSpans.messages(1).getFirst(), 1);
      for (ProtoMessage scopeSpans : resourceSpans.messages(2)) {
        scopeSpans.messages(2).forEach(span -> spans.add(read(span, resource)));
      }
    }
    exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  private static Span read(ProtoMessage span, Map<String, String> resource) {
    return new Span(
        span.text(5),
        HexFormat.of().formatHex(span.bytes(1)),
        HexFormat.of().formatHex(span.bytes(4)),
        span.number(6),
        span.number(8) - span.number(7),
        texts(span, 9),
        resource);
  }

  private static Map<String, String> texts(ProtoMessage of, int field) {
    Map<String, String> texts = new TreeMap<>();
    of.messages(field).forEach(pair -> texts.put(pair.text(1), text(pair.messages(2).getFirst())));
    return texts;
  }

  /** A text, or a whole number. */
  private static String text(ProtoMessage value) {
    byte[] text = value.bytes(1);
    return text.length > 0
        ? new String(text, StandardCharsets.UTF_8)
        : Long.toString(value.number(3));
  }

  Span await() throws InterruptedException {
    Span span = spans.poll(60, TimeUnit.SECONDS);
    if (span == null) {
      throw new AssertionError("no span came");
    }
    return span;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
