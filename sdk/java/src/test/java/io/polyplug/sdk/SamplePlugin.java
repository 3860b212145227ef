package io.polyplug.sdk;

import io.polyplug.sdk.Adapter.Diagnostic;
import io.polyplug.sdk.Adapter.Severity;
import io.polyplug.sdk.Adapter.Toolchain;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the vectors talk to: the same plugin as those of the other SDKs. */
public final class SamplePlugin {
  record Echo(@Doc("What to repeat.") String text, Optional<Integer> times) {}

  record Echoed(String text, int length) {}

  record Fail(String code, String message) {}

  record Nothing() {}

  record Noted(boolean ok) {}

  record Share(String text) {}

  record Shared(long version, String text) {}

  record Count(int to) {}

  record Counted(int n) {}

  record Back(Json back) {}

  private SamplePlugin() {}

  /** Serves it. */
  public static void main(String[] args) {
    plugin().serve(args);
  }

  static Plugin plugin() {
    Board board = new Board();
    return Plugin.named("sample")
        .version("1.2.3")
        .title("Sample")
        .describedAs("What the vectors talk to.")
        .asks("event_bus")
        .publishes("sample.topic")
        .hears("sample.news", board::hear)
        .tool("echo", "Repeats a text.", Echo.class, (echo, _) -> repeat(echo))
        .tool(
            "fail",
            "Fails as told.",
            Fail.class,
            (fail, _) -> {
              throw new ToolError(fail.code(), fail.message());
            })
        .tool(
            "break",
            "Breaks.",
            Nothing.class,
            (_, _) -> {
              throw new IllegalStateException("boom");
            })
        .tool(
            "note",
            "Logs and tells of progress.",
            Nothing.class,
            (_, call) -> {
              call.log(Level.INFO, "noted", Map.of("n", 1));
              call.progress(1, 2, "half");
              return new Noted(true);
            })
        .tool("share", "Publishes a text.", Share.class, SamplePlugin::share)
        .tool(
            "wait",
            "Waits until it is cancelled.",
            Nothing.class,
            (_, _) -> {
              new CountDownLatch(1).await();
              return null;
            })
        .stream(
            "count",
            "Counts.",
            Count.class,
            (count, out, _) -> {
              for (int n = 1; n <= count.to(); n++) {
                out.send(new Counted(n));
              }
            })
        .channel(
            "mirror",
            "Sends back.",
            (channel, _) -> {
              for (Json message : channel) {
                channel.send(new Back(message));
              }
            })
        .screen("board", board)
        .adapter(adapter())
        .implementing(
            OwnContract.named("acme.greeter", 1)
                .answers("greet", (it, _) -> "Hello, " + it.get(0, String.class) + "!")
                .answers(
                    "relay",
                    (it, application) ->
                        application.call(String.class, "shout", it.get(0, String.class))));
  }

  private static Echoed repeat(Echo echo) {
    String text = echo.text().repeat(echo.times().orElse(1));
    return new Echoed(text, text.codePointCount(0, text.length()));
  }

  private static Shared share(Share share, Call call) {
    call.host().publish("sample.topic", share.text().getBytes(StandardCharsets.UTF_8));
    HostServices.Snapshot now = call.host().snapshot("sample.topic");
    byte[] bytes = now.bytes() == null ? new byte[0] : now.bytes();
    return new Shared(now.version(), new String(bytes, StandardCharsets.UTF_8));
  }

  private static Adapter adapter() {
    return Adapter.called("Sample")
        .fingerprintFiles("sample.toml")
        .task("build", "echo sample build", "**/*")
        .task("test", "true")
        .detect((dir, _) -> Files.isRegularFile(dir.resolve("sample.toml")))
        .requiredToolchain(
            (dir, _) ->
                Files.isRegularFile(dir.resolve("sample.toml"))
                    ? Optional.of(new Toolchain("sample", "1.0"))
                    : Optional.empty())
        .fingerprint(_ -> Optional.of("sample 1.0"))
        .install(
            (dish, call) -> {
              call.log(Level.INFO, "installing " + dish.name());
              if (dish.name().equals("bad")) {
                throw new AdapterError(
                    AdapterError.INSTALL_FAILED,
                    "sample install failed",
                    Json.parse("{\"exit_status\":1,\"command\":\"sample install\"}"));
              }
            })
        .rerunWith("lint", "--json")
        .diagnostics((output, _) -> diagnostics(output.stdout()));
  }

  private static List<Diagnostic> diagnostics(String output) {
    Pattern finding = Pattern.compile("([^:\n]+):([0-9]+): (.*)", Pattern.DOTALL);
    List<Diagnostic> found = new ArrayList<>();
    for (String line : output.split("\n", -1)) {
      Matcher matcher = finding.matcher(line);
      if (matcher.matches()) {
        found.add(
            new Diagnostic(
                matcher.group(1),
                Integer.parseInt(matcher.group(2)),
                Severity.ERROR,
                matcher.group(3),
                "sample"));
      }
    }
    return found;
  }

  /** Shows its size, the last key and the last news. */
  private static final class Board implements Screen {
    private String key = "-";
    private String news = "";

    void hear(byte[] bytes) {
      news = new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public Picture render(Size size) {
      Picture picture =
          Picture.of(size)
              .text(
                  0,
                  0,
                  "Board " + size.width() + "x" + size.height(),
                  Style.PLAIN.color(0xFFFFFF).bold())
              .text(0, 1, key);
      return news.isEmpty() ? picture : picture.text(0, 2, news);
    }

    @Override
    public void key(Key pressed) {
      key = pressed.name();
    }
  }
}
