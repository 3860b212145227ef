package io.polyplug.cli.running;

import io.polyplug.host.bus.Snapshot;
import java.util.List;
import java.util.Optional;

/** The bus of the running host, seen through its socket. Safe from any thread. */
public final class RunningBus {
  private final RemoteStream.Asking asking;

  RunningBus(RemoteStream.Asking asking) {
    this.asking = asking;
  }

  /**
   * What a bus has retained.
   *
   * @param leftOut how many topics are not among these, because there are so many
   */
  public record Topics(List<Topic> topics, long leftOut) {
    public Topics {
      topics = List.copyOf(topics);
    }
  }

  /**
   * One topic.
   *
   * @param beginning its last value, of whose payload only the first bytes are there
   * @param bytes how many the payload has
   */
  public record Topic(Snapshot beginning, long bytes) {}

  /**
   * What was published since the last time.
   *
   * @param missed how many publishes came before these and were lost
   */
  public record Batch(long missed, List<Snapshot> snapshots) {
    public Batch {
      snapshots = List.copyOf(snapshots);
    }
  }

  /** All topics, by name. */
  public Topics topics() {
    return BusMessages.topics(asking.ask("", "bus/list", _ -> {}));
  }

  /** The last value of a topic; empty if there is none. */
  public Optional<Snapshot> latest(String topic) {
    Fields found = asking.ask("", "bus/get", out -> out.writeStringProperty("topic", topic));
    return BusMessages.batch(found).snapshots().stream().findFirst();
  }

  /** Follows a topic from now on, or all of them; what was followed before is not any more. */
  public void follow(Optional<String> topic) {
    asking.ask(
        "", "bus/follow", out -> topic.ifPresent(it -> out.writeStringProperty("topic", it)));
  }

  /**
   * Waits for more of what is followed: the last values first, then every publish. An empty batch
   * if nothing came for a while.
   */
  public Batch next() {
    return BusMessages.batch(asking.ask("", "bus/next", _ -> {}));
  }
}
