package io.polyplug.host.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.host.Contract;
import io.polyplug.host.Discovered;
import io.polyplug.host.Failure;
import io.polyplug.host.FailureCode;
import io.polyplug.host.InstanceContext;
import io.polyplug.host.PluginDefinition;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.PluginInfo;
import io.polyplug.host.Session;
import io.polyplug.host.SupervisionPolicy;
import io.polyplug.host.ToolCall;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading {@code polyplug.toml}, with a contract that starts nothing. */
class ConfigFileTest {
  /** Reads the common keys and never starts. */
  private static final class Dummy implements Contract {
    @Override
    public String id() {
      return "dummy";
    }

    @Override
    public List<Discovered> discover(Path pluginFolder) {
      return List.of();
    }

    @Override
    public PluginDefinition bind(ConfigTable table) {
      String id = table.requiredText("id");
      ProcessBinding process = ProcessBinding.read(table);
      table.duration("timeout");
      table.flag("eager");
      return new Bound(new PluginInfo("dummy", id, id, "", "", table.file(), ""), process);
    }

    @Override
    public Json bindingSchema() {
      return Json.EMPTY_OBJECT;
    }
  }

  private record Bound(PluginInfo info, ProcessBinding process) implements PluginDefinition {
    @Override
    public SupervisionPolicy supervision() {
      return SupervisionPolicy.perCall(1);
    }

    @Override
    public List<String> commandLine() {
      return List.of(process.command());
    }

    @Override
    public Session start(InstanceContext context) {
      throw new Failure(FailureCode.UNSUPPORTED, info.id(), "never starts").thrown();
    }
  }

  @TempDir Path folder;

  private Path write(String toml) throws IOException {
    return Files.writeString(folder.resolve("polyplug.toml"), toml);
  }

  private Configuration read(Path file) {
    return Configuration.of(file, List.of(new Dummy()));
  }

  private ConfigMistake mistake(String toml) throws IOException {
    Path file = write(toml);
    ConfigMistake mistake = catchThrowableOfType(ConfigMistake.class, () -> read(file));
    assertThat(mistake).as("a mistake in " + toml).isNotNull();
    return mistake;
  }

  @Test
  void theWholeShapeIsRead() throws Exception {
    Path file =
        write(
            """
            # a comment with [[plugin]] in it
            [[plugin]]
            contract = "dummy"
            id = "acme.wordcount"
            command = "python3"
            args = ["wordcount.py", "--x=[1]"]
            env = { LANG = "C.UTF-8", KEY = { from_env = "ACME_KEY" }, TOKEN = { from_file = "token" } }
            timeout = "5s"

            [grants."acme.wordcount"]
            allow = ["a"]
            """);
    Configuration read = read(file);
    ProcessBinding process = ((Bound) read.plugins().getFirst()).process();
    assertThat(process.command()).isEqualTo("python3");
    assertThat(process.arguments()).containsExactly("wordcount.py", "--x=[1]");
    assertThat(process.folder()).isEqualTo(folder);
    assertThat(process.environment())
        .isEqualTo(
            Map.of(
                "LANG", new SecretText.Literal("C.UTF-8"),
                "KEY", new SecretText.FromEnvironment("ACME_KEY"),
                "TOKEN", new SecretText.FromFile(folder.resolve("token"))));
    assertThat(read.grants().inForce("acme.wordcount", List.of("a", "b"))).containsExactly("a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          timeout = 5                   | 7 | plugin[1].timeout  | text
          timeout = "5 days"            | 7 | plugin[1].timeout  | duration
          eager = "yes"                 | 7 | plugin[1].eager    | true or false
          args = "one"                  | 7 | plugin[1].args     | list
          args = ["a", 1]               | 7 | plugin[1].args     | list
          env = ["A=1"]                 | 7 | plugin[1].env      | table
          env = { A = 1 }               | 7 | plugin[1].env.A    | text or a table
          env = { A = { from = "x" } }  | 7 | plugin[1].env.A.from | from_env
          env = { A = { } }             | 7 | plugin[1].env.A    | exactly one
          comand = "x"                  | 7 | plugin[1].comand   | unknown key
          dir = 3                       | 7 | plugin[1].dir      | text
          """)
  void aMistakeNamesFileLineKeyAndExpectation(String line, int number, String key, String expected)
      throws Exception {
    ConfigMistake mistake =
        mistake(
            "[[plugin]]\ncontract='dummy'\nid='a'\ncommand='c'\n\n[[plugin]]\n"
                + line
                + "\ncontract='dummy'\nid='b'\ncommand='c'\n");
    assertThat(mistake.line()).isEqualTo(number);
    assertThat(mistake.key()).isEqualTo(key);
    assertThat(mistake)
        .hasMessageContaining(expected)
        .hasMessageContaining(folder.resolve("polyplug.toml") + ":" + number);
  }

  @Test
  void linesAreRightAfterTextsAndListsOverSeveralLines() throws Exception {
    ConfigMistake mistake =
        mistake(
            """
            [[plugin]]
            contract = "dummy"
            id = "a"
            command = \"\"\"
            [not.a.header]
            \\\"\"\" = 3
            \"\"\"
            args = [
              "one", # ] not the end
              'tw"o',
            ]
            timeout = true
            """);
    assertThat(mistake.line()).isEqualTo(12);
  }

  @Test
  void aMissingKeyIsReportedAtItsTable() throws Exception {
    ConfigMistake mistake = mistake("\n\n[[plugin]]\ncontract = 'dummy'\nid = 'x'\n");
    assertThat(mistake.line()).isEqualTo(3);
    assertThat(mistake).hasMessageContaining("command");
  }

  @Test
  void anUnknownContractNamesTheKnownOnes() throws Exception {
    assertThat(mistake("[[plugin]]\ncontract = 'rnue'\n")).hasMessageContaining("dummy");
  }

  @Test
  void twoPluginsOfOneIdInOneFileAreAMistake() throws Exception {
    String one = "[[plugin]]\ncontract='dummy'\nid='a'\ncommand='c'\n";
    assertThat(mistake(one + one).line()).isEqualTo(7);
  }

  @Test
  void whatIsNoTomlNamesTheLine() throws Exception {
    assertThat(mistake("a = 1\nb = = 2\n").line()).isEqualTo(2);
  }

  @Test
  void unknownTablesAreAMistake() throws Exception {
    assertThat(mistake("[plugins]\n")).hasMessageContaining("unknown key");
  }

  @Test
  void unreadableFilesSayWhatTheyAre() throws Exception {
    Path link = folder.resolve("loop.toml");
    Files.createSymbolicLink(link, link);
    assertThatThrownBy(() -> read(link))
        .isInstanceOf(ConfigMistake.class)
        .hasMessageContaining("loop.toml");
    assertThatThrownBy(() -> read(folder))
        .isInstanceOf(ConfigMistake.class)
        .hasMessageContaining("folder");
    assertThatThrownBy(() -> read(folder.resolve("absent.toml")))
        .hasMessageContaining("no such file");
    Path binary = Files.write(folder.resolve("binary.toml"), new byte[] {(byte) 0xC3, 0x28});
    assertThatThrownBy(() -> read(binary)).hasMessageContaining("not UTF-8");
    Path large = Files.write(folder.resolve("large.toml"), new byte[TomlDocument.MAX_BYTES + 1]);
    assertThatThrownBy(() -> read(large)).hasMessageContaining("larger than");
  }

  @Test
  void aFoundFileRunsNothingUntilItIsTrustedAndAgainAfterItChanged() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project/deep/er"));
    Path file = folder.resolve("project/polyplug.toml");
    Files.writeString(file, "[[plugin]]\ncontract='dummy'\nid='a'\ncommand='c'\n");
    Folders folders = Folders.of(Map.of("POLYPLUG_HOME", folder.resolve("home").toString()));
    assertThat(refusal(project, folders))
        .contains("not trusted")
        .contains("polyplug trust " + file);
    new TrustStore(folders.state()).trust(ConfigFile.read(file));
    assertThat(refusal(project, folders)).contains("never starts");
    Files.writeString(file, "[[plugin]]\ncontract='dummy'\nid='a'\ncommand='d'\n");
    assertThat(refusal(project, folders)).contains("not trusted");
    new TrustStore(folders.state()).trust(ConfigFile.read(file));
    assertThat(refusal(project, folders)).contains("never starts");
    assertThat(Files.readAllLines(folders.state().resolve("trusted"))).hasSize(1);
  }

  private static String refusal(Path project, Folders folders) {
    List<Contract> contracts = List.of(new Dummy());
    try (PluginHost host =
        PluginHost.builder()
            .contract(new Dummy())
            .configuration(Configuration.forFolder(project, List.of(), folders, contracts))
            .build()) {
      return catchThrowableOfType(
              PluginFailure.class, () -> host.plugin("a").tool("t").call(ToolCall.of(Json.NULL)))
          .getMessage();
    }
  }

  @Test
  void anUntrustedFileHasNoSayInGrantsAndTrustedOnesOnlyNarrow() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path project = Files.createDirectories(folder.resolve("project"));
    Folders folders = Folders.of(Map.of("POLYPLUG_HOME", home.toString()));
    Files.writeString(
        home.resolve("polyplug.toml"), "[grants.p]\ndeny = ['a']\nallow = ['a', 'b']\n");
    Path found =
        Files.writeString(project.resolve("polyplug.toml"), "[grants.p]\nallow = ['b', 'c']\n");
    assertThat(granted(project, folders)).containsExactly("b");
    new TrustStore(folders.state()).trust(ConfigFile.read(found));
    assertThat(granted(project, folders)).containsExactly("b");
    Files.writeString(found, "[grants.p]\ndeny = ['b']\n");
    assertThat(granted(project, folders)).as("not trusted any more").containsExactly("b");
    new TrustStore(folders.state()).trust(ConfigFile.read(found));
    assertThat(granted(project, folders)).isEmpty();
  }

  private static Iterable<String> granted(Path project, Folders folders) {
    return Configuration.forFolder(project, List.of(), folders, List.of(new Dummy()))
        .grants()
        .inForce("p", List.of("a", "b", "c"));
  }

  @Test
  void noNameOfAFolderCanTrustAnotherFile() throws Exception {
    TrustStore store = new TrustStore(folder.resolve("state"));
    Path plain = Files.writeString(folder.resolve("polyplug.toml"), "");
    Path odd = Files.createDirectories(folder.resolve("x\n" + "0".repeat(64) + " " + plain));
    Path inside = Files.writeString(odd.resolve("polyplug.toml"), "");
    store.trust(ConfigFile.read(inside));
    assertThat(store.trusts(ConfigFile.read(inside))).isTrue();
    assertThat(store.trusts(ConfigFile.read(plain))).isFalse();
  }

  @Test
  void pipesAndDevicesAreNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> read(pipe)).hasMessageContaining("neither a file nor a link");
    for (Path odd : List.of(pipe, Path.of("/dev/zero"), folder)) {
      assertThatThrownBy(() -> new SecretText.FromFile(odd).resolve(Map.of()))
          .hasMessageContaining("the file " + odd + " is ");
    }
  }

  @Test
  void aRepeatedKeyIsNamedWhereItStandsTheSecondTime() throws Exception {
    ConfigMistake mistake =
        mistake("[[plugin]]\ncontract='dummy'\nid='a'\ncommand='c'\nid='b'\n\n# end\n");
    assertThat(mistake.line()).isEqualTo(5);
    assertThat(mistake.key()).isEqualTo("plugin[0].id");
  }

  @Test
  void textsWithNulAreMistakes() throws Exception {
    for (String line :
        List.of("dir = \"a\\u0000b\"", "args = [\"\\u0000\"]", "env = { A = \"\\u0000\" }")) {
      assertThat(mistake("[[plugin]]\ncontract='dummy'\nid='a'\ncommand='c'\n" + line + "\n"))
          .hasMessageContaining("NUL");
    }
  }

  @Test
  void theNearerFileBindsAPluginThatBothBind() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(
        home.resolve("polyplug.toml"),
        "[[plugin]]\ncontract='dummy'\nid='a'\ncommand='user'\n[[plugin]]\ncontract='dummy'\nid='b'\ncommand='user'\n");
    Path given = write("[[plugin]]\ncontract='dummy'\nid='a'\ncommand='given'\n");
    Configuration read =
        Configuration.forFolder(
            folder,
            List.of(given),
            Folders.of(Map.of("POLYPLUG_HOME", home.toString())),
            List.of(new Dummy()));
    assertThat(read.plugins())
        .extracting(plugin -> plugin.commandLine().getFirst())
        .containsExactly("given", "user");
  }

  @Test
  void foldersFollowPolyplugHomeThenXdgThenHome() {
    assertThat(Folders.of(Map.of("POLYPLUG_HOME", "/p", "XDG_CONFIG_HOME", "/x")).userConfig())
        .hasToString("/p/polyplug.toml");
    assertThat(Folders.of(Map.of("HOME", "/h", "XDG_CONFIG_HOME", "/x")).userConfig())
        .hasToString("/x/polyplug/polyplug.toml");
    assertThat(Folders.of(Map.of("HOME", "/h", "XDG_CONFIG_HOME", "relative")).userConfig())
        .hasToString("/h/.config/polyplug/polyplug.toml");
    assertThat(Folders.of(Map.of("HOME", "/h")).plugins())
        .hasToString("/h/.local/share/polyplug/plugins");
  }

  @Test
  void aSecretIsFoundWhenItIsNeeded() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "s3cret \n");
    assertThat(new SecretText.FromFile(file).resolve(Map.of())).isEqualTo("s3cret ");
    assertThat(new SecretText.FromEnvironment("K").resolve(Map.of("K", "v"))).isEqualTo("v");
    assertThatThrownBy(() -> new SecretText.FromEnvironment("K").resolve(Map.of()))
        .hasMessageContaining("K is not set");
    assertThatThrownBy(() -> new SecretText.FromFile(folder.resolve("x")).resolve(Map.of()))
        .hasMessageContaining("no such file");
  }
}
