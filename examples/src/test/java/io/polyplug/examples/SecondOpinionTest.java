package io.polyplug.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.process.MemoryProcess;
import io.polyplug.testkit.FakeDelegate;
import io.polyplug.testkit.Reaction;
import io.polyplug.testkit.VirtualHost;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What the documentation shows of tests with delegates. */
class SecondOpinionTest {
  @Test
  void theProgramsOutputIsTheOpinion() {
    FakeDelegate critic = FakeDelegate.named("critic").printing("Looks good.\n");
    try (VirtualHost stage = new VirtualHost().add(critic)) {
      assertThat(new SecondOpinion(stage.host()).on("a change")).isEqualTo("Looks good.");
    }
  }

  @Test
  void theAdapterIsTheTests() {
    FakeDelegate critic =
        FakeDelegate.named("critic")
            .building(input -> Json.parse("{\"args\":[\"review\"],\"timeoutMs\":60000}"))
            .on("parseResult", Reaction.fail(1, "cannot read this"), Reaction.usual())
            .printing("Looks good.\n");
    try (VirtualHost stage = new VirtualHost().add(critic)) {
      SecondOpinion opinion = new SecondOpinion(stage.host());
      assertThat(opinion.on("a change")).isEqualTo("no opinion: cannot read this");
      assertThat(opinion.on("a change")).isEqualTo("Looks good.");
      assertThat(stage.spawner().started().getLast().arguments()).containsExactly("review");
    }
  }

  @Test
  void aProgramHasFiveMinutesThatDoNotPass() {
    CompletableFuture<MemoryProcess> thinking = new CompletableFuture<>();
    FakeDelegate critic =
        FakeDelegate.named("critic")
            .program(
                self -> {
                  self.stdin().readAllBytes();
                  thinking.complete(self);
                  new CountDownLatch(1).await();
                  return 0;
                });
    try (VirtualHost stage = new VirtualHost().add(critic)) {
      Future<String> opinion = stage.begin(() -> new SecondOpinion(stage.host()).on("a change"));
      stage.await(thinking);
      stage.advance(Duration.ofMinutes(5));
      assertThat(stage.await(opinion)).isEqualTo("no opinion: critic timed out");
    }
  }
}
