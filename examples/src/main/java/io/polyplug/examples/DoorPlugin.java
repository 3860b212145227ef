package io.polyplug.examples;

import io.polyplug.sdk.Call;
import io.polyplug.sdk.Level;
import io.polyplug.sdk.Plugin;
import io.polyplug.sdk.ToolError;
import java.nio.charset.StandardCharsets;

/** A plugin whose tests need no host: it lets in who is on the list of guests. */
final class DoorPlugin {
  record Guest(String name) {}

  record Welcome(String text) {}

  private DoorPlugin() {}

  static Plugin plugin() {
    return Plugin.named("door")
        .version("1.0.0")
        .asks("read_paths", "~/party")
        .tool("knock", "Asks to be let in.", Guest.class, DoorPlugin::knock);
  }

  public static void main(String[] args) {
    plugin().serve(args);
  }

  private static Welcome knock(Guest guest, Call call) {
    byte[] list = call.host().readFile("~/party/guests");
    if (new String(list, StandardCharsets.UTF_8).lines().noneMatch(guest.name()::equals)) {
      call.log(Level.WARN, guest.name() + " was turned away");
      throw new ToolError("not_invited", guest.name() + " is not on the list");
    }
    return new Welcome("Come in, " + guest.name() + "!");
  }
}
