package io.polyplug.bench.talk;

import io.polyplug.wire.ContentLength;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Ndjson;
import java.nio.charset.StandardCharsets;

/** What is said to the echo child and how it is framed; the bytes are the same for everybody. */
public enum Protocol {
  /** What LSP4J speaks. The params come back as the result. */
  PLAIN("cl", "echo", 60, "{\"text\":\"", "\"}", "{\"text\":\"", "\"}"),
  /** What the MCP SDK speaks: one tool, whose text comes back as content. */
  MCP(
      "nd",
      "tools/call",
      90,
      "{\"name\":\"echo\",\"arguments\":{\"text\":\"",
      "\"}}",
      "{\"content\":[{\"type\":\"text\",\"text\":\"",
      "\"}],\"isError\":false}");

  private final String mode;
  private final String method;
  private final int envelope;
  private final String beforeText;
  private final String afterText;
  private final String beforeEcho;
  private final String afterEcho;

  Protocol(
      String mode,
      String method,
      int envelope,
      String beforeText,
      String afterText,
      String beforeEcho,
      String afterEcho) {
    this.mode = mode;
    this.method = method;
    this.envelope = envelope;
    this.beforeText = beforeText;
    this.afterText = afterText;
    this.beforeEcho = beforeEcho;
    this.afterEcho = afterEcho;
  }

  /** The argument of the echo child. */
  public String mode() {
    return mode;
  }

  /** As rows are named. */
  public String label() {
    return switch (this) {
      case PLAIN -> "JSON-RPC";
      case MCP -> "MCP";
    };
  }

  /** The method of a call. */
  public String method() {
    return method;
  }

  /** How our end frames. */
  public Framing framing() {
    return switch (this) {
      case PLAIN -> ContentLength.STRICT;
      case MCP -> Ndjson.STANDARD;
    };
  }

  /** The text to be echoed, so long that a request has about this size. */
  public String text(int size) {
    return "x".repeat(Math.max(1, size - envelope));
  }

  /** The params of a call of about this size. */
  public String params(int size) {
    return beforeText + text(size) + afterText;
  }

  /** The arguments of the tool in such a call. */
  public String arguments(int size) {
    return "{\"text\":\"" + text(size) + "\"}";
  }

  /** The params of a call of a tool that has another name. */
  public String params(int size, String tool) {
    return "{\"name\":\"" + tool + "\",\"arguments\":" + arguments(size) + "}";
  }

  /** A request in its frame. */
  public byte[] request(int size, int id) {
    return frame(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params(size)
            + "}");
  }

  /** The reply that comes for it, in its frame. */
  public byte[] reply(int size, int id) {
    return frame(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"result\":"
            + beforeEcho
            + text(size)
            + afterEcho
            + "}");
  }

  /** A body between its delimiters. */
  public byte[] frame(String body) {
    String framed =
        switch (this) {
          case PLAIN -> "Content-Length: " + body.length() + "\r\n\r\n" + body;
          case MCP -> body + "\n";
        };
    return framed.getBytes(StandardCharsets.US_ASCII);
  }
}
