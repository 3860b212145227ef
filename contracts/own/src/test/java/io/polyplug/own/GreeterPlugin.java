package io.polyplug.own;

import io.polyplug.sdk.OwnContract;
import io.polyplug.sdk.Plugin;
import io.polyplug.sdk.ToolError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** The plugin of the tests, with the SDK for Java: NAME [asks]. */
public final class GreeterPlugin implements Greeter {
  private final Crowd crowd;

  private GreeterPlugin(Crowd crowd) {
    this.crowd = crowd;
  }

  /** Serves it. */
  public static void main(String[] args) {
    Plugin plugin = Plugin.named(args[0]).version("1.0.0");
    (List.of(args).contains("asks") ? plugin.asks("shout") : plugin)
        .implementing(
            OwnContract.of(
                "acme.greeter", 1, Greeter.class, it -> new GreeterPlugin(it.as(Crowd.class))))
        .serve(new String[0]);
  }

  @Override
  public String greet(String name) {
    return "Hello, " + name + "!";
  }

  @Override
  public String relay(String text) {
    return crowd.shout(text);
  }

  @Override
  public int count(String text) {
    return crowd.letters(text);
  }

  @Override
  public Map<String, Long> tally(List<Word> words) {
    Map<String, Long> tally = new LinkedHashMap<>();
    words.forEach(it -> tally.put(it.text(), it.times()));
    return tally;
  }

  @Override
  public Optional<String> find(String key) {
    return key.equals("key") ? Optional.of("found") : Optional.empty();
  }

  @Override
  public long process() {
    return ProcessHandle.current().pid();
  }

  @Override
  public void crash() {
    System.err.println("going down");
    Runtime.getRuntime().halt(7);
  }

  @Override
  public void rest() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void fail(String code, String message) {
    throw new ToolError(code, message);
  }

  @Override
  public void remember(String text) {
    crowd.heard(text);
  }
}
