package io.polyplug.sdk;

import io.polyplug.wire.Json;
import java.util.Optional;

/** Prints wherever it can, and has a tool that cannot be stopped. */
public final class NoisyPlugin {
  private NoisyPlugin() {}

  /** Serves it. */
  public static void main(String[] args) {
    Plugin.named("noisy")
        .version("1.0.0")
        .tool("shout", "Prints.", Json.class, (_, _) -> noise())
        .tool("stay", "Ignores interrupts.", Json.class, (_, call) -> stay(call))
        .stream("roar", "Prints.", Json.class, (_, out, _) -> out.send(noise()))
        .channel(
            "howl",
            "Prints.",
            (channel, _) -> {
              for (Json message : channel) {
                noise();
                channel.send(message);
              }
            })
        .screen(
            "face",
            size -> {
              noise();
              return Picture.of(size);
            })
        .adapter(Adapter.called("Noisy").fingerprint(_ -> Optional.of(noise())))
        .implementing(OwnContract.named("noise", 1).answers("make", (_, _) -> noise()))
        .serve(args);
  }

  private static String noise() {
    System.out.println("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"noise\"}");
    System.out.flush();
    return "done";
  }

  private static String stay(Call call) {
    call.log(Level.INFO, "staying");
    while (true) {
      Thread.onSpinWait();
    }
  }
}
