package io.polyplug.workbench.api;

import io.polyplug.workbench.Served;
import java.io.IOException;

/** {@code GET /api/host}: which host this is. */
record HostRoutes(Served served, Feeds feeds) {
  void addTo(Routes.Builder routes) {
    routes.add("GET", "/api/host", this::show);
  }

  private void show(ApiCall call) throws IOException {
    call.object(
        out -> {
          out.writeStringProperty("version", served.version());
          out.writeStringProperty("since", served.since().toString());
          out.writeNumberProperty("pid", ProcessHandle.current().pid());
          out.writeNumberProperty("plugins", served.host().plugins().size());
          out.writeNumberProperty("feeds", feeds.size());
          out.writeBooleanProperty("installs", served.store().isPresent());
        });
  }
}
