package io.polyplug.workbench.api;

import io.polyplug.host.Plugin;
import io.polyplug.host.StorageReset;
import io.polyplug.host.StoringPlugin;
import io.polyplug.workbench.Served;
import java.io.IOException;

/**
 * {@code POST /api/plugins/KEY/reset-storage}: ends a plugin and removes its data, where its
 * contract gives it a folder for that. One at a time: nobody takes a folder away that another one
 * has just let be made anew. Safe from any thread.
 */
final class StorageRoutes {
  private final Served served;

  StorageRoutes(Served served) {
    this.served = served;
  }

  void addTo(Routes.Builder routes) {
    routes.add("POST", "/api/plugins/{key}/reset-storage", this::reset);
  }

  private void reset(ApiCall call) throws IOException, ApiProblem {
    Plugin plugin = served.host().plugin(call.variable("key"));
    StoringPlugin storing =
        plugin
            .asIfPossible(StoringPlugin.class)
            .orElseThrow(
                () ->
                    new ApiProblem(
                        409,
                        "no_storage",
                        plugin.info().id() + " has no folder of its own for data here"));
    StorageReset.Freed freed = reset(plugin, storing);
    call.object(
        out -> {
          out.writeStringProperty("folder", storing.storageFolder().toString());
          out.writeNumberProperty("files", freed.files());
          out.writeNumberProperty("bytes", freed.bytes());
        });
  }

  private synchronized StorageReset.Freed reset(Plugin plugin, StoringPlugin storing)
      throws ApiProblem {
    try {
      return StorageReset.run(plugin, storing);
    } catch (StorageReset.Impossible e) {
      throw new ApiProblem(409, "not_reset", plugin.info().id() + ": " + e.getMessage());
    }
  }
}
