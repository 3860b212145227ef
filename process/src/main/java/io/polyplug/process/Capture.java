package io.polyplug.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.concurrent.CompletableFuture;

/**
 * Reads an output to its end on a thread of its own and keeps a bounded part of it as text. Bytes
 * that are not of its charset become replacement characters; a character split between reads is
 * whole.
 */
final class Capture {
  private static final int CHUNK_BYTES = 64 * 1024;

  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final StringBuilder kept = new StringBuilder();
  private final ChildOutput output;
  private final int most;
  private final boolean keepsLast;
  private final Charset charset;
  private boolean truncated;

  private Capture(ChildOutput output, CommandRunner.Limits limits) {
    this.output = output;
    this.most = limits.characters();
    this.keepsLast = limits.keep() == CommandRunner.Keep.LAST;
    this.charset = limits.charset();
  }

  static Capture start(ChildOutput output, CommandRunner.Limits limits, String name) {
    Capture capture = new Capture(output, limits);
    Thread.ofPlatform().daemon().name("polyplug-" + name).start(capture::run);
    return capture;
  }

  CompletableFuture<Void> ended() {
    return ended.copy();
  }

  synchronized String text() {
    trim(most);
    return kept.toString();
  }

  synchronized boolean truncated() {
    return truncated;
  }

  private void run() {
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    byte[] chunk = new byte[CHUNK_BYTES];
    CharBuffer characters = CharBuffer.allocate(CHUNK_BYTES);
    int rest = 0;
    try {
      int count = output.read(chunk, 0, chunk.length);
      while (count >= 0) {
        ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, rest + count);
        decoder.decode(bytes, characters, false);
        accept(characters);
        rest = bytes.remaining();
        System.arraycopy(chunk, bytes.position(), chunk, 0, rest);
        count = output.read(chunk, rest, chunk.length - rest);
      }
      decoder.decode(ByteBuffer.wrap(chunk, 0, rest), characters, true);
      decoder.flush(characters);
      accept(characters);
    } catch (IOException closedMeanwhile) {
      // The run is over: what was read counts.
    } finally {
      ended.complete(null);
    }
  }

  private synchronized void accept(CharBuffer characters) {
    characters.flip();
    if (keepsLast) {
      kept.append(characters);
      // Not each time: moving the text costs as much as the text is long.
      trim(2 * most);
    } else {
      int room = Math.min(characters.remaining(), most - kept.length());
      truncated |= room < characters.remaining();
      kept.append(characters, 0, room);
    }
    characters.clear();
  }

  private void trim(int bound) {
    if (kept.length() > bound) {
      truncated = true;
      int from = kept.length() - most;
      // Half a character is none.
      kept.delete(0, Character.isLowSurrogate(kept.charAt(from)) ? from + 1 : from);
    }
  }
}
