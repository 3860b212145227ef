package io.polyplug.testkit;

import io.polyplug.sdk.Adapter;
import io.polyplug.sdk.Call;
import io.polyplug.sdk.Key;
import io.polyplug.sdk.Level;
import io.polyplug.sdk.OwnContract;
import io.polyplug.sdk.Picture;
import io.polyplug.sdk.Plugin;
import io.polyplug.sdk.Screen;
import io.polyplug.sdk.Size;
import io.polyplug.sdk.ToolError;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;

/** One plugin for every contract. */
final class Sample {
  record Text(String text) {}

  record Said(String text) {}

  record Count(int to) {}

  record Nothing() {}

  /** An application's own interface. */
  public interface Greeter {
    String greet(String name);

    String relay(String text);
  }

  /** What its plugins may call. */
  public interface Crowd {
    String shout(String text);
  }

  private Sample() {}

  static Plugin plugin() {
    Board board = new Board();
    return Plugin.named("sample")
        .version("1.2.3")
        .asks("event_bus")
        .asks("read_paths", "~/notes")
        .publishes("sample.topic")
        .hears("sample.news", board::hear)
        .tool("echo", "Repeats.", Text.class, (text, _) -> new Said(text.text()))
        .tool(
            "fail",
            "Fails.",
            Text.class,
            (text, _) -> {
              throw new ToolError("refused", text.text());
            })
        .tool("note", "Logs.", Nothing.class, Sample::note)
        .tool(
            "wait",
            "Waits.",
            Nothing.class,
            (_, _) -> {
              new CountDownLatch(1).await();
              return null;
            })
        .tool("share", "Publishes.", Text.class, Sample::share)
        .tool("read", "Reads a file.", Text.class, Sample::read)
        .stream(
            "count",
            "Counts.",
            Count.class,
            (count, out, _) -> {
              for (int n = 1; n <= count.to(); n++) {
                out.send(n);
              }
            })
        .channel(
            "mirror",
            "Sends back.",
            (channel, _) -> {
              for (Json message : channel) {
                channel.send(message);
              }
            })
        .screen("board", board)
        .adapter(
            Adapter.called("Sample")
                .fingerprintFiles("sample.toml")
                .task("build", "true")
                .detect((dir, _) -> Files.exists(dir.resolve("sample.toml"))))
        .implementing(
            OwnContract.named("acme.greeter", 1)
                .answers("greet", (it, _) -> "Hello, " + it.get(0, String.class) + "!")
                .answers(
                    "relay",
                    (it, application) ->
                        application.call(String.class, "shout", it.get(0, String.class))));
  }

  private static Said note(Nothing nothing, Call call) {
    call.log(Level.WARN, "noted");
    call.progress(1, 2, "half");
    return new Said("done");
  }

  private static Said share(Text text, Call call) {
    call.host().publish("sample.topic", text.text().getBytes(StandardCharsets.UTF_8));
    return new Said(text.text());
  }

  private static Said read(Text path, Call call) {
    return new Said(new String(call.host().readFile(path.text()), StandardCharsets.UTF_8));
  }

  /** Shows the last key and the last news. */
  private static final class Board implements Screen {
    private String key = "-";
    private String news = "";

    void hear(byte[] bytes) {
      news = new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public Picture render(Size size) {
      return Picture.of(size).text(0, 0, size.width() + "x" + size.height() + " " + key + news);
    }

    @Override
    public void key(Key pressed) {
      key = pressed.name();
    }
  }
}
