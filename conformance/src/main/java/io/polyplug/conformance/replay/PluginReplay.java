package io.polyplug.conformance.replay;

import io.polyplug.conformance.FrameText;
import io.polyplug.host.HostEvent.Direction;
import io.polyplug.host.RecordedFrame;
import io.polyplug.wire.ContentLength;
import io.polyplug.wire.FrameDecoder;
import io.polyplug.wire.Framing;
import io.polyplug.wire.FramingException;
import io.polyplug.wire.Json;
import io.polyplug.wire.Ndjson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A plugin that says what was recorded: for every message of its host that is as it was, whatever
 * followed it then. Where a recording has several lives it is the first one in which the host said
 * the same so far. Of one thread.
 */
public final class PluginReplay {
  private final List<Life> lives;

  public PluginReplay(List<Life> lives) {
    this.lives = List.copyOf(lives);
  }

  /** Speaks until the input ends; why it could not go on as recorded, if it could not. */
  public Optional<String> play(InputStream in, OutputStream out) throws IOException {
    PushbackInputStream input = new PushbackInputStream(in);
    int first = input.read();
    if (first < 0) {
      return Optional.of("the host said nothing");
    }
    input.unread(first);
    Framing framing = first == '{' ? Ndjson.STANDARD : ContentLength.LENIENT;
    Host host = new Host(input, framing);
    List<Candidate> candidates = new ArrayList<>();
    lives.forEach(it -> candidates.add(new Candidate(it)));
    while (true) {
      Candidate chosen = candidates.getFirst();
      for (Json frame = chosen.nextOwn(); frame != null; frame = chosen.nextOwn()) {
        out.write(FrameText.framed(frame.toByteArray(), framing));
      }
      out.flush();
      candidates.removeIf(it -> it != chosen && !it.keepUpWith(chosen));
      Json said = host.next();
      if (said == null) {
        return chosen.isOver()
            ? Optional.empty()
            : Optional.of("the host ended where it said: " + chosen.expected());
      }
      String expected = chosen.expected();
      candidates.removeIf(it -> !it.takes(said));
      if (candidates.isEmpty()) {
        return Optional.of(
            expected.isEmpty()
                ? "the host went on where the recording ends: " + said
                : "the host said " + said + " where the recording has " + expected);
      }
    }
  }

  /** A life that is the same so far. */
  private static final class Candidate {
    private final List<RecordedFrame> frames;
    private final Ids ids = new Ids();
    private int at;

    Candidate(Life life) {
      this.frames = life.frames();
    }

    boolean isOver() {
      return at >= frames.size();
    }

    /** The plugin's next message, if it is the plugin's turn. */
    @Nullable Json nextOwn() {
      if (isOver() || frames.get(at).direction() != Direction.FROM_PLUGIN) {
        return null;
      }
      return ids.renewed(Life.json(frames.get(at++)));
    }

    /** Passes over what the other has said; false if this life did not say it. */
    boolean keepUpWith(Candidate other) {
      while (at < other.at) {
        if (isOver()
            || frames.get(at).direction() != Direction.FROM_PLUGIN
            || !same(Life.json(frames.get(at)), Life.json(other.frames.get(at)))) {
          return false;
        }
        at++;
      }
      return true;
    }

    /** Whether the host said this here; then the life goes on. */
    boolean takes(Json said) {
      if (isOver() || !same(Life.json(frames.get(at)), said)) {
        return false;
      }
      ids.learn(Life.json(frames.get(at)), said);
      at++;
      return true;
    }

    String expected() {
      return isOver() ? "" : Life.json(frames.get(at)).toString();
    }

    private static boolean same(Json recorded, Json seen) {
      return Ids.without(recorded).equals(Ids.without(seen.compact()));
    }
  }

  /** The host's messages, one after another. */
  private static final class Host {
    private final InputStream in;
    private final FrameDecoder decoder;

    Host(InputStream in, Framing framing) {
      this.in = in;
      this.decoder = framing.decoder();
    }

    @Nullable Json next() throws IOException {
      try {
        for (byte[] frame = decoder.next(); ; frame = decoder.next()) {
          if (frame != null) {
            return Life.json(frame);
          }
          if (decoder.readFrom(in) < 0) {
            byte[] last = decoder.end();
            return last == null ? null : Life.json(last);
          }
        }
      } catch (FramingException e) {
        throw new IOException(e.getMessage(), e);
      }
    }
  }
}
