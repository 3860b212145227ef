package io.polyplug.workbench.api;

import static io.polyplug.workbench.api.WorkbenchStage.at;
import static io.polyplug.workbench.api.WorkbenchStage.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.base.Clock;
import io.polyplug.host.HostBuilder;
import io.polyplug.host.LogBook;
import io.polyplug.host.PluginHost;
import io.polyplug.rune.RuneContract;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import io.polyplug.workbench.Served;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The description of the API is the API. */
class OpenApiTest {
  @TempDir Path folder;

  @Test
  void everyRouteIsDescribedAndNothingElseIsTold() throws Exception {
    HostBuilder builder = PluginHost.builder().contract(new RuneContract());
    try (LogBook logs = builder.logBook();
        PluginHost host = builder.build();
        Api api =
            Api.of(
                new Served("1", Instant.EPOCH, host, logs, Optional.empty(), Optional.empty()),
                Clock.system());
        WorkbenchStage stage = new WorkbenchStage(folder)) {
      String told = stage.get("/api/openapi.json").body();
      assertThat(text(told, "openapi")).isEqualTo("3.1.0");
      assertThat(at(told, "security").toString()).contains("token");
      assertThat(operations(at(told, "paths")))
          .containsExactlyInAnyOrderElementsOf(api.routes())
          .isNotEmpty();
    }
  }

  private static List<String> operations(Json paths) {
    List<String> all = new ArrayList<>();
    JsonParts.members(paths)
        .forEach(
            (path, operations) ->
                JsonParts.members(operations)
                    .keySet()
                    .forEach(method -> all.add(method.toUpperCase(Locale.ROOT) + " " + path)));
    return all;
  }
}
