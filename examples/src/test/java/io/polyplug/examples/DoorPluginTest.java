package io.polyplug.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.host.PluginError;
import io.polyplug.host.PluginState;
import io.polyplug.testkit.FakeHost;
import io.polyplug.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the documentation shows of tests of a plugin. */
class DoorPluginTest {
  @Test
  void aGuestComesIn() throws Exception {
    try (FakeHost host = FakeHost.ainb(DoorPlugin.plugin())) {
      Path party = Files.createDirectories(host.home().resolve("party"));
      Files.writeString(party.resolve("guests"), "Ada\nGrace\n");
      assertThat(host.call("knock", "{\"name\":\"Ada\"}").output())
          .hasToString("{\"text\":\"Come in, Ada!\"}");
    }
  }

  @Test
  void whoIsNotInvitedIsTurnedAway() {
    try (FakeHost host = FakeHost.ainb(DoorPlugin.plugin())) {
      host.answering("host/fs/read_file", asked -> Json.parse("{\"bytes\":\"QWRh\"}"));
      assertThatThrownBy(() -> host.call("knock", "{\"name\":\"Bob\"}"))
          .isInstanceOf(PluginError.class)
          .hasMessageContaining("Bob is not on the list");
      assertThat(host.awaitLog("turned away")).contains("Bob");
    }
  }

  @Test
  void withoutItsGrantItSeesNoList() {
    try (FakeHost host = FakeHost.ainb(DoorPlugin.plugin()).denying("read_paths")) {
      assertThatThrownBy(() -> host.call("knock", "{\"name\":\"Ada\"}"))
          .isInstanceOf(PluginError.class);
      assertThat(host.awaitFrame(AinbProtocol.READ_FILE).isToPlugin()).isFalse();
    }
  }

  @Test
  void itIsEndedWhenNobodyKnocks() {
    try (FakeHost host = FakeHost.ainb(DoorPlugin.plugin()).setting("idle_reap = \"10m\"")) {
      host.answering("host/fs/read_file", asked -> Json.parse("{\"bytes\":\"QWRh\"}"));
      host.call("knock", "{\"name\":\"Ada\"}");
      host.advance(Duration.ofMinutes(11));
      assertThat(host.plugin().state()).isEqualTo(PluginState.IDLE);
    }
  }
}
