package io.polyplug.sdk;

import io.polyplug.wire.ContentLength;
import io.polyplug.wire.FrameDecoder;
import io.polyplug.wire.Framing;
import io.polyplug.wire.FramingException;
import io.polyplug.wire.Ndjson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One conversation of the vectors with a process. Throws {@link AssertionError} that says where.
 */
final class VectorRun implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;
  private static final String END = "the end";

  private final Path folder;
  private final boolean lines;
  private final boolean ascii;
  private final Process process;
  private final VectorPattern patterns = new VectorPattern();
  private final BlockingQueue<Seen> frames = new LinkedBlockingQueue<>();

  /** A frame; or, in words, what came instead of one. */
  private record Seen(Optional<byte[]> frame, String words) {
    static Seen of(byte[] frame) {
      return new Seen(Optional.of(frame), new String(frame, StandardCharsets.UTF_8));
    }

    static Seen of(String words) {
      return new Seen(Optional.empty(), words);
    }
  }

  VectorRun(Path folder, List<String> command) throws IOException {
    String contract = folder.getFileName().toString();
    this.folder = folder;
    this.ascii = contract.equals("bowire");
    this.lines =
        switch (contract) {
          case "rune", "bowire", "mcp", "own-lines" -> true;
          default -> false;
        };
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    Thread.ofPlatform().daemon().name("vector-output").start(this::read);
  }

  private void read() {
    Framing framing = lines ? Ndjson.STANDARD : ContentLength.STRICT;
    FrameDecoder decoder = framing.decoder();
    try (InputStream in = process.getInputStream()) {
      while (decoder.readFrom(in) >= 0) {
        for (byte[] frame = decoder.next(); frame != null; frame = decoder.next()) {
          frames.add(Seen.of(frame));
        }
      }
      byte[] last = decoder.end();
      if (last != null) {
        frames.add(Seen.of(last));
      }
    } catch (IOException | FramingException e) {
      frames.add(Seen.of(String.valueOf(e.getMessage())));
    }
    frames.add(Seen.of(END));
  }

  void run(JsonNode steps) throws Exception {
    OutputStream in = process.getOutputStream();
    for (int i = 0; i < steps.size(); i++) {
      String at = "step " + (i + 1);
      JsonNode step = steps.get(i);
      if (step.has("host")) {
        send(in, frame(step.get("host").isObject() ? step.get("host") : step));
      } else if (step.has("raw")) {
        send(in, step.get("raw").stringValue().getBytes(StandardCharsets.UTF_8));
      } else if (step.has("raw_base64")) {
        send(in, Base64.getDecoder().decode(step.get("raw_base64").stringValue()));
      } else if (step.has("plugin")) {
        expect(List.of(step.get("plugin")), at);
      } else if (step.has("plugin_in_any_order")) {
        List<JsonNode> expected = new ArrayList<>();
        step.get("plugin_in_any_order").forEach(expected::add);
        expect(expected, at);
      } else if (step.has("close")) {
        in.close();
      } else if (step.has("exit")) {
        exit(step, at);
      } else {
        throw new AssertionError(at + " is none that is known: " + step);
      }
    }
  }

  private static void send(OutputStream in, byte[] bytes) throws IOException {
    in.write(bytes);
    in.flush();
  }

  private byte[] frame(JsonNode host) {
    JsonNode filled = new VectorFrame(folder, patterns.ids()).filled(host);
    byte[] body = filled.toString().getBytes(StandardCharsets.UTF_8);
    if (lines) {
      return (filled + "\n").getBytes(StandardCharsets.UTF_8);
    }
    byte[] header =
        ("Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] frame = new byte[header.length + body.length];
    System.arraycopy(header, 0, frame, 0, header.length);
    System.arraycopy(body, 0, frame, header.length, body.length);
    return frame;
  }

  private void expect(List<JsonNode> patternsLeft, String at) throws InterruptedException {
    List<JsonNode> left = new ArrayList<>(patternsLeft);
    while (!left.isEmpty()) {
      JsonNode seen = next(at);
      Optional<String> problem = Optional.empty();
      boolean found = false;
      for (int i = 0; i < left.size() && !found; i++) {
        problem = patterns.mismatch(left.get(i), seen, "the frame");
        found = problem.isEmpty();
        if (found) {
          left.remove(i);
        }
      }
      if (!found) {
        throw new AssertionError(at + ": " + problem.orElse("no such frame was expected"));
      }
    }
  }

  private JsonNode next(String at) throws InterruptedException {
    Seen seen = poll();
    String text = seen.words();
    if (seen.frame().isEmpty()) {
      throw new AssertionError(at + ": expected a frame and saw " + text);
    }
    if (ascii && !text.chars().allMatch(c -> c < 0x80)) {
      throw new AssertionError(at + ": a line is not ASCII: " + text);
    }
    return JsonMapper.shared().readTree(text);
  }

  private void exit(JsonNode step, String at) throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError(at + ": the process did not end");
    }
    if (process.exitValue() != step.get("exit").intValue()) {
      throw new AssertionError(
          at + ": expected the exit code " + step.get("exit") + " and saw " + process.exitValue());
    }
    if (!step.has("rest")) {
      Seen rest = poll();
      if (!rest.equals(Seen.of(END))) {
        throw new AssertionError(at + ": expected no other frame and saw " + rest.words());
      }
    }
  }

  private Seen poll() throws InterruptedException {
    Seen seen = frames.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return seen == null ? Seen.of("nothing") : seen;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
