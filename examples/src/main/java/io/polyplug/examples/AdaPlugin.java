package io.polyplug.examples;

import io.polyplug.sdk.OwnContract;
import io.polyplug.sdk.Plugin;

/** The plugin of {@link Greetings} in Java. */
final class AdaPlugin {
  private AdaPlugin() {}

  public static void main(String[] args) {
    Plugin.named("ada")
        .version("1.0.0")
        .asks("shout")
        .implementing(
            OwnContract.of(
                "acme.greeter",
                1,
                Greeter.class,
                application -> {
                  Crowd crowd = application.as(Crowd.class);
                  return name -> crowd.shout("hello, " + name + "!");
                }))
        .serve(args);
  }
}
