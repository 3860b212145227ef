package io.polyplug.cli.running;

import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.ToolChannel;
import io.polyplug.host.ToolStream;
import io.polyplug.wire.CallException;
import io.polyplug.wire.CallFailure;
import io.polyplug.wire.Json;
import io.polyplug.wire.LaneSpec;
import io.polyplug.wire.Peer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The streams and channels that one client has open. What a plugin sends is passed on as it comes;
 * a client that does not read it in time loses that stream as {@code overloaded}, and nobody waits
 * for it. All end with the client. Safe from any thread.
 */
final class OpenStreams {
  /** One command needs one; more is somebody's mistake. */
  private static final int MOST = 64;

  /** How many of those that were closed before they were open are remembered. */
  private static final int MOST_GIVEN_UP = 64;

  private final Map<String, ToolStream> open = new HashMap<>();
  private final LinkedHashSet<String> givenUp = new LinkedHashSet<>();
  private boolean over;

  /** Passes on what the stream gives, on a thread of its own. */
  void add(String id, String plugin, ToolStream stream, Peer peer) {
    synchronized (this) {
      if (!givenUp.remove(id)
          && !over
          && open.size() < MOST
          && open.putIfAbsent(id, stream) == null) {
        Thread.ofVirtual().name("polyplug-stream").start(() -> pass(id, plugin, stream, peer));
        return;
      }
    }
    stream.close();
    throw new RunningProblem("streams", "This client has too many streams open, or is gone");
  }

  private void pass(String id, String plugin, ToolStream stream, Peer peer) {
    try {
      for (Optional<Json> next = stream.next(); next.isPresent(); next = stream.next()) {
        Json message = next.get();
        peer.notify(
            "stream/data",
            Json.object(
                out -> {
                  out.writeStringProperty("stream", id);
                  out.writeName("message");
                  message.writeTo(out);
                }),
            Client.DATA);
      }
      end(id, peer, null, Client.DATA);
    } catch (CallException unsent) {
      if (unsent.failure() instanceof CallFailure.Overloaded) {
        // What waits is of no use any more, and the end must not wait behind it.
        peer.discardQueued(Client.DATA);
        end(id, peer, overloaded(plugin), Client.REPLIES);
      }
    } catch (RuntimeException failure) {
      end(id, peer, failure, Client.DATA);
    } finally {
      close(id);
    }
  }

  private static RuntimeException overloaded(String plugin) {
    return new Failure(
            FailureCode.OVERLOADED,
            plugin,
            "its messages were not read fast enough by this command")
        .thrown();
  }

  private static void end(String id, Peer peer, @Nullable RuntimeException failure, LaneSpec lane) {
    try {
      peer.notify(
          "stream/end",
          Json.object(
              out -> {
                out.writeStringProperty("stream", id);
                if (failure != null) {
                  out.writeName("error");
                  Refused.of(failure).toJson().writeTo(out);
                }
              }),
          lane);
    } catch (CallException e) {
      // Without room for its end a stream's client has to be given up.
      peer.close();
    }
  }

  synchronized Optional<ToolChannel> channel(String id) {
    return open.get(id) instanceof ToolChannel channel ? Optional.of(channel) : Optional.empty();
  }

  /** Ids are never used again, so one that is not open yet is not wanted when it is. */
  void close(String id) {
    ToolStream stream;
    synchronized (this) {
      stream = open.remove(id);
      if (stream == null && givenUp.add(id) && givenUp.size() > MOST_GIVEN_UP) {
        givenUp.removeFirst();
      }
    }
    if (stream != null) {
      stream.close();
    }
  }

  /** The client is gone. */
  void close() {
    Map<String, ToolStream> left;
    synchronized (this) {
      over = true;
      left = Map.copyOf(open);
      open.clear();
    }
    left.values().forEach(ToolStream::close);
  }
}
