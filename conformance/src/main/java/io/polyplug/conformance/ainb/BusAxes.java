package io.polyplug.conformance.ainb;

import io.polyplug.ainb.Manifest;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.ainb.ScriptedHost.Gates;
import io.polyplug.conformance.ainb.ScriptedHost.Published;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Axes 6 and 14: the snapshot bus. */
final class BusAxes {
  private BusAxes() {}

  static Verdict pubSub(Stage stage) {
    Life life = Life.begin(stage, Gates.AS_GRANTED);
    Manifest manifest = life.manifest();
    List<String> topics = manifest.provides().snapshots();
    List<String> heard = manifest.subscribes().snapshots();
    if (!life.hasBus()) {
      throw new NotConcerned("its manifest is not granted event_bus");
    }
    if (topics.isEmpty() && heard.isEmpty()) {
      throw new NotConcerned("its manifest names no snapshots, neither provided nor subscribed to");
    }
    life.init();
    for (String topic : heard) {
      life.event(topic, "");
      life.event(topic, "no data of any plugin");
      life.requireAlive(
          "after a snapshot on \"" + UntrustedText.excerpt(topic, 80) + "\" that it subscribed to");
    }
    if (life.hasScreens() && life.render(80, 24) instanceof Reply.Refusal refusal) {
      throw new Violation(
          "after the snapshots plugin/render was answered with " + refusal.sentence());
    }
    return Verdict.passed(topics.isEmpty() ? "" : published(life, topics));
  }

  private static String published(Life life, List<String> topics) {
    life.exercise();
    List<Published> all = life.host().published();
    boolean one =
        life.await(() -> all.stream().anyMatch(it -> topics.contains(it.topic())), Stage.STEP);
    if (!one) {
      return unpublished(life.manifest());
    }
    if (all.stream().anyMatch(it -> !it.base64())) {
      return "its payloads are lists of numbers: hosts take them, but base64 is what they should be";
    }
    return all.stream()
        .filter(it -> !topics.contains(it.topic()))
        .findFirst()
        .map(
            it ->
                "it also publishes on \"%s\", which its manifest does not name"
                    .formatted(UntrustedText.excerpt(it.topic(), 80)))
        .orElse("");
  }

  /**
   * One that is started with its host, or that nobody can use, has no other time to publish; any
   * other may wait for a command that we do not know.
   */
  private static String unpublished(Manifest manifest) {
    Manifest.Provides provides = manifest.provides();
    String fact =
        "it published on none of the topics of its manifest (%s) within %d s of its start"
            .formatted(
                UntrustedText.excerpt(String.join(", ", provides.snapshots()), 200),
                Stage.STEP.toSeconds());
    boolean usable =
        !provides.screens().isEmpty()
            || !provides.commands().isEmpty()
            || !provides.cliNamespaces().isEmpty();
    if (manifest.lifecycle().spawn() == Manifest.Spawn.EAGER || !usable) {
      throw new Violation(fact);
    }
    if (manifest.subscribes().snapshots().isEmpty()) {
      throw new NotConcerned(fact + ", and may do so when it is used");
    }
    return "it bears what it subscribed to; " + fact + ", and may do so when it is used";
  }

  /** A batch that has begun and not ended. */
  private record Batch(long publishedNs, long next) {}

  static Verdict chunks(Stage stage) {
    Life life = Life.begin(stage, Gates.AS_GRANTED);
    boolean publisher = life.hasBus() && !life.manifest().provides().snapshots().isEmpty();
    life.init();
    life.exercise();
    List<Published> all = life.host().published();
    if (publisher) {
      life.await(() -> !all.isEmpty(), Stage.STEP);
    }
    if (all.isEmpty()) {
      throw new NotConcerned("it published nothing while it was watched");
    }
    Chunks chunks = new Chunks();
    // A batch that has begun is waited for.
    boolean whole = life.await(() -> chunks.takeFrom(all).open().isEmpty(), Stage.STEP);
    if (chunks.seen == 0) {
      throw new NotConcerned("what it published is in no chunk envelope");
    }
    if (!whole) {
      throw new Violation(
          "the last chunk of a batch on \"%s\" did not come within %d s"
              .formatted(
                  UntrustedText.excerpt(chunks.open().orElse(""), 80), Stage.STEP.toSeconds()));
    }
    return Verdict.passed("%d chunks in %d batches".formatted(chunks.seen, chunks.batches));
  }

  /** Follows the batches of all topics; a chunk out of turn fails the axis. */
  private static final class Chunks {
    private final Map<String, Batch> unfinished = new HashMap<>();
    private int taken;
    private int seen;
    private int batches;

    Chunks takeFrom(List<Published> all) {
      for (; taken < all.size(); taken++) {
        Published it = all.get(taken);
        Optional<ChunkEnvelope> envelope = ChunkEnvelope.of(it.payload());
        envelope.ifPresent(chunk -> take(it.topic(), chunk));
      }
      return this;
    }

    Optional<String> open() {
      return unfinished.keySet().stream().findFirst();
    }

    private void take(String topic, ChunkEnvelope chunk) {
      seen++;
      Batch batch = unfinished.remove(topic);
      String where = "on \"" + UntrustedText.excerpt(topic, 80) + "\"";
      if (batch == null && chunk.index() != 0) {
        throw new Violation(
            "a batch %s began with chunk %d instead of 0".formatted(where, chunk.index()));
      }
      if (batch != null && chunk.publishedNs() != batch.publishedNs()) {
        throw new Violation(
            "another batch %s began before the last chunk of the one before".formatted(where));
      }
      if (batch != null && chunk.index() != batch.next()) {
        throw new Violation(
            "chunk %d came %s where chunk %d was due"
                .formatted(chunk.index(), where, batch.next()));
      }
      if (chunk.last()) {
        batches++;
      } else {
        unfinished.put(topic, new Batch(chunk.publishedNs(), chunk.index() + 1));
      }
    }
  }
}
