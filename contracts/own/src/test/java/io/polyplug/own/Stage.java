package io.polyplug.own;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.polyplug.host.HostBuilder;
import io.polyplug.host.PluginHost;
import io.polyplug.process.ProgramLookup;
import io.polyplug.wire.ContentLength;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Ndjson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A plugin of the tests in each language and framing, and hosts that have it. */
record Stage(Language language, Framing framing) {
  enum Language {
    JAVA,
    PYTHON
  }

  /** A crowd that remembers what it heard. */
  static final class Listeners implements Crowd {
    final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Override
    public String shout(String text) {
      return text.toUpperCase(Locale.ROOT);
    }

    @Override
    public int letters(String text) {
      if (text.isEmpty()) {
        throw new CallbackError("nothing_there", "there are no letters");
      }
      return text.length();
    }

    @Override
    public void heard(String text) {
      heard.add(text);
    }
  }

  static Stream<Stage> all() {
    return Arrays.stream(Language.values())
        .flatMap(
            language ->
                Stream.of(
                    new Stage(language, Ndjson.STANDARD),
                    new Stage(language, ContentLength.LENIENT)));
  }

  /** A contract for the plugins of the tests, to be changed. */
  InterfaceContractBuilder contract(Crowd crowd) {
    return InterfaceContract.of("acme.greeter", 1, Greeter.class)
        .callbacks(Crowd.class, _ -> crowd)
        .capability("shout", "shout", "letters")
        .framing(framing);
  }

  HostBuilder host(Path folder, InterfaceContract contract, String... words) throws IOException {
    return called("ada", folder, contract, words);
  }

  /** A host with the plugin {@code ada} under this id; the words are the plugin's arguments. */
  HostBuilder called(String id, Path folder, InterfaceContract contract, String... words)
      throws IOException {
    String command = command().stream().map(Stage::quoted).collect(Collectors.joining(", "));
    String further =
        Arrays.stream(words).map(it -> ", " + quoted(it)).collect(Collectors.joining());
    Path file =
        Files.writeString(
            folder.resolve("polyplug.toml"),
            """
            [[plugin]]
            contract = "acme.greeter"
            id = "%s"
            command = %s
            args = [%s, "ada"%s]
            env = { PYTHONPATH = %s }
            """
                .formatted(
                    id,
                    command.substring(0, command.indexOf(", ")),
                    command.substring(command.indexOf(", ") + 2),
                    further,
                    quoted(root().resolve("sdk/python").toString())));
    return PluginHost.builder().contract(contract).configFile(file);
  }

  static Path root() {
    return Path.of(System.getProperty("polyplug.root")).toAbsolutePath().normalize();
  }

  private List<String> command() {
    return switch (language) {
      case JAVA ->
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path"),
              GreeterPlugin.class.getName());
      case PYTHON -> {
        assumeTrue(ProgramLookup.ofHost().has("python3"), "python3 is not installed");
        yield List.of(
            "python3",
            Path.of(Objects.requireNonNull(Stage.class.getResource("greeter.py")).getPath())
                .toString());
      }
    };
  }

  private static String quoted(String text) {
    return "'" + text + "'";
  }

  @Override
  public String toString() {
    return language + " over " + framing.getClass().getSimpleName();
  }
}
