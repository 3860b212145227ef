package io.polyplug.cli;

import io.polyplug.host.PluginException;
import io.polyplug.host.ToolChannel;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Sends the lines of standard input to a channel, each one JSON message, on a thread of its own.
 * The end of the input closes the sending side; a line that is not JSON closes the channel, and
 * {@link #check} says which.
 */
final class ChannelInput {
  private static final int LONGEST_LINE = 16 << 20;

  private final InputStream in;
  private final ToolChannel channel;
  private volatile @Nullable UsageProblem problem;

  private ChannelInput(InputStream in, ToolChannel channel) {
    this.in = new BufferedInputStream(in);
    this.channel = channel;
  }

  static ChannelInput start(InputStream in, ToolChannel channel) {
    ChannelInput input = new ChannelInput(in, channel);
    Thread.ofPlatform().daemon().name("polyplug-stdin").start(input::send);
    return input;
  }

  private void send() {
    try {
      int number = 0;
      for (byte[] line = line(); line != null; line = line()) {
        number++;
        if (!new String(line, StandardCharsets.UTF_8).isBlank()
            && !channel.send(message(line, number))) {
          return;
        }
      }
      channel.closeInput();
    } catch (UsageProblem e) {
      problem = e;
      channel.close();
    } catch (IOException e) {
      problem = new UsageProblem("Standard input cannot be read: " + e.getMessage());
      channel.close();
    } catch (PluginException e) {
      // The reading side says it too.
    }
  }

  private static Json message(byte[] line, int number) {
    try {
      return Json.parse(line);
    } catch (InvalidJson e) {
      throw new UsageProblem(
          "Expected one JSON message on each line, but line %d of standard input is not: %s"
              .formatted(number, e.getMessage()));
    }
  }

  private byte @Nullable [] line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = in.read()) {
      if (line.size() == LONGEST_LINE) {
        throw new UsageProblem(
            "A line of standard input is longer than " + LONGEST_LINE + " bytes");
      }
      line.write(next);
    }
    return line.toByteArray();
  }

  /** Throws what was wrong with the input, if anything was. */
  void check() {
    UsageProblem wrong = problem;
    if (wrong != null) {
      throw wrong;
    }
  }
}
