package io.polyplug.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.HostEvent;
import io.polyplug.host.ToolInfo;
import io.polyplug.host.ToolQuery;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the host hears of tools that change. */
class ChangeRulesTest {
  @TempDir Path folder;

  private static void awaitChange(Scripted server) throws InterruptedException {
    server.await(it -> it.equals(new HostEvent.ToolsChanged("mcp:it")));
  }

  @Test
  void thatALegacyServersToolsChangedIsAnEvent() throws Exception {
    try (Scripted server = Scripted.with(folder, "list_changed")) {
      assertThat(server.plugin().tools(ToolQuery.ANY)).hasSize(1);
      server.call("change", "{}");
      awaitChange(server);
      assertThat(server.plugin().tools(ToolQuery.ANY))
          .extracting(ToolInfo::name)
          .containsExactly("echo", "more");
    }
  }

  @Test
  void aModernServerIsListenedToEvenIfItsListMayNotBeKept() throws Exception {
    try (Scripted server = Scripted.with(folder, "modern", "list_changed", "ttl=0")) {
      assertThat(server.plugin().tools(ToolQuery.ANY)).hasSize(1);
      server.call("change", "{}");
      awaitChange(server);
      assertThat(server.plugin().tools(ToolQuery.ANY)).hasSize(2);
    }
  }

  @Test
  void aStormOfChangesIsOneEventUntilTheToolsAreAskedFor() throws Exception {
    try (Scripted server = Scripted.with(folder, "list_changed")) {
      server.plugin().tools(ToolQuery.ANY);
      server.call("storm", "{}");
      awaitChange(server);
      server.call("log", "{}");
      HostEvent next =
          server.await(
              it ->
                  it instanceof HostEvent.ToolsChanged
                      || (it instanceof HostEvent.LogLine line && line.text().contains("full")));
      assertThat(next).isInstanceOf(HostEvent.LogLine.class);
    }
  }

  @Test
  void aStreamOfChangesThatEndsIsBegunAgainAndEverythingMayHaveChanged() throws Exception {
    try (Scripted server = Scripted.with(folder, "modern", "list_changed", "end_first_listen")) {
      server.plugin().tools(ToolQuery.ANY);
      awaitChange(server);
      server.plugin().tools(ToolQuery.ANY);
      server.call("change", "{}");
      awaitChange(server);
    }
  }
}
