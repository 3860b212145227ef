package io.polyplug.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.testkit.FakePlugin;
import io.polyplug.testkit.Reaction;
import io.polyplug.testkit.VirtualHost;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What the documentation shows of tests of a host. */
class ForecastTest {
  private static FakePlugin weather() {
    return FakePlugin.bowire("weather").tool("today", input -> Json.string("sun"));
  }

  @Test
  void theSidecarIsAsked() {
    FakePlugin weather = weather();
    try (VirtualHost stage = new VirtualHost().add(weather)) {
      assertThat(new Forecast(stage.host()).today("Bern")).isEqualTo("\"sun\"");
      assertThat(weather.received("invoke")).isEqualTo(1);
    }
  }

  @Test
  void aCrashIsNoForecastAndTheNextCallIsGood() {
    FakePlugin weather = weather().on("invoke", Reaction.crash(3), Reaction.usual());
    try (VirtualHost stage = new VirtualHost().add(weather)) {
      Forecast forecast = new Forecast(stage.host());
      assertThat(forecast.today("Bern")).isEqualTo("no forecast: CRASHED");
      assertThat(forecast.today("Bern")).isEqualTo("\"sun\"");
    }
  }

  @Test
  void silenceIsWaitedForTenSecondsThatDoNotPass() {
    FakePlugin weather = weather().on("invoke", Reaction.silence());
    try (VirtualHost stage = new VirtualHost().add(weather)) {
      Future<String> forecast = stage.begin(() -> new Forecast(stage.host()).today("Bern"));
      stage.awaitFrame(it -> it.method().orElse("").equals("invoke"));
      stage.advance(Duration.ofSeconds(9));
      assertThat(forecast.isDone()).isFalse();
      stage.advance(Duration.ofSeconds(1));
      assertThat(stage.await(forecast)).isEqualTo("no forecast: TIMEOUT");
    }
  }
}
