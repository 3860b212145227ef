package io.polyplug.workbench;

import io.polyplug.door.DoorService;
import io.polyplug.door.Exchange;
import io.polyplug.door.Refused;
import io.polyplug.workbench.api.Api;
import java.io.IOException;

/** The page for everybody who reaches it, the API for those who know the token. */
record WorkbenchService(Api api, PageFiles page) implements DoorService {
  @Override
  public boolean isOpen(String path) {
    return !Api.owns(path);
  }

  @Override
  public void serve(Exchange exchange) throws IOException, Refused {
    if (Api.owns(exchange.path())) {
      api.serve(exchange);
    } else {
      page.serve(exchange);
    }
  }
}
