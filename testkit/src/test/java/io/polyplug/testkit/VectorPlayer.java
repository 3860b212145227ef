package io.polyplug.testkit;

import io.polyplug.process.MemoryProcess;
import io.polyplug.process.MemoryProgram;
import io.polyplug.wire.FrameDecoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The plugin that the vectors are about, made of nothing but them: it takes what its vector has the
 * host say next and answers as that goes on. What the host says besides (it asks what there is
 * before it calls) has to be in another vector of the contract. Anything else is a problem, and its
 * end.
 */
final class VectorPlayer implements MemoryProgram {
  private final List<Vector> vectors;
  private final Wire wire;
  private final Set<String> refused = new HashSet<>();
  private final Queue<String> problems = new ConcurrentLinkedQueue<>();

  VectorPlayer(Vector vector, Wire wire) {
    this.vectors = vector.andOthers();
    this.wire = wire;
  }

  /** Answers this as a plugin does that has never heard of it; before it is started. */
  void refuse(String method) {
    refused.add(method);
  }

  /** What the host said that no vector says; safe from any thread. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  @Override
  public int run(MemoryProcess self) throws Exception {
    Position main = new Position(vectors.getFirst(), new VectorWords(vectors.getFirst().folder()));
    FrameDecoder decoder = wire.framing().decoder();
    while (decoder.readFrom(self.stdin()) >= 0) {
      for (byte[] frame = decoder.next(); frame != null; frame = decoder.next()) {
        Optional<Integer> exit = take(main, frame, self.stdout());
        if (exit.isPresent()) {
          return exit.get();
        }
      }
    }
    return 0;
  }

  private Optional<Integer> take(Position main, byte[] frame, OutputStream out) throws IOException {
    JsonNode said = JsonMapper.shared().readTree(frame);
    if (refused.contains(said.path("method").stringValue(""))) {
      say(
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,\"message\":\"no\"}}"
              .formatted(said.get("id")),
          out);
      return Optional.empty();
    }
    Optional<String> other = main.take(said);
    if (other.isEmpty()) {
      return main.play(out);
    }
    for (Vector vector : vectors) {
      for (int i = 0; i < vector.steps().size(); i++) {
        Position there = new Position(vector, new VectorWords(vector.folder()));
        there.next = i;
        if (there.take(said).isEmpty()) {
          return there.play(out);
        }
      }
    }
    problems.add(said + ": " + other.get());
    return Optional.of(1);
  }

  /** Where a conversation is. */
  private final class Position {
    private final Vector vector;
    private final VectorWords words;
    private int next;

    Position(Vector vector, VectorWords words) {
      this.vector = vector;
      this.words = words;
    }

    /** Goes on behind the frame of the host, if that is what comes next; otherwise why not. */
    Optional<String> take(JsonNode said) {
      JsonNode expected =
          next < vector.steps().size()
              ? vector.steps().get(next).path("host")
              : JsonMapper.shared().missingNode();
      if (!expected.isObject()) {
        return Optional.of("nothing of the host comes here");
      }
      Optional<String> difference = words.difference(expected, said);
      if (difference.isEmpty()) {
        next++;
      }
      return difference;
    }

    /** Says what the plugin says until it is the host's turn; its exit code if it ends then. */
    Optional<Integer> play(OutputStream out) throws IOException {
      for (; next < vector.steps().size(); next++) {
        JsonNode step = vector.steps().get(next);
        List<JsonNode> frames = Vector.pluginFrames(step).toList();
        if (frames.isEmpty()) {
          return step.has("exit") ? Optional.of(step.get("exit").intValue()) : Optional.empty();
        }
        for (JsonNode frame : frames) {
          say(words.filled(frame).toString(), out);
        }
      }
      return Optional.empty();
    }
  }

  private void say(String text, OutputStream out) throws IOException {
    out.write(wire.frame(text.getBytes(StandardCharsets.UTF_8)));
    out.flush();
  }
}
