package io.polyplug.bench.talk;

import io.polyplug.base.Clock;
import io.polyplug.host.ChildTransport;
import io.polyplug.process.Child;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.wire.Dialect;
import io.polyplug.wire.Peer;
import io.polyplug.wire.PeerBuilder;
import io.polyplug.wire.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** A peer of ours over the pipes of an echo child of ours. Safe from any thread. */
public record PolyplugChild(Child child, Peer peer) implements AutoCloseable {
  /** Starts both; the consumer adds handlers. */
  public static PolyplugChild start(Path echo, Protocol protocol, Consumer<PeerBuilder> more)
      throws LaunchFailure {
    return start(ProcessSpec.of(echo).arguments(protocol.mode()).build(), protocol, more);
  }

  /** Starts this program and the peer. */
  static PolyplugChild start(ProcessSpec program, Protocol protocol, Consumer<PeerBuilder> more)
      throws LaunchFailure {
    Child child = Spawner.platform().start(program);
    Transport transport =
        ChildTransport.over(
            "echo", child, protocol.framing(), Clock.system(), Duration.ofMillis(100), null);
    PeerBuilder builder = Peer.over(transport, Dialect.standard());
    more.accept(builder);
    return new PolyplugChild(child, builder.start());
  }

  /** Starts both, to make calls only. */
  public static PolyplugChild start(Path echo, Protocol protocol) throws LaunchFailure {
    return start(echo, protocol, _ -> {});
  }

  @Override
  public void close() {
    peer.close();
    child.close();
  }
}
