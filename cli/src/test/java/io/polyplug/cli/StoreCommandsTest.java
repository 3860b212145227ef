package io.polyplug.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.host.PluginHost;
import io.polyplug.install.PackageStore;
import io.polyplug.install.Source;
import io.polyplug.install.StoreSettings;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Install, uninstall, upgrade, rollback and verify as they are typed. */
class StoreCommandsTest {
  private static final String SCRIPT =
      """
      #!/bin/sh
      read -r hello
      echo '{"type":"handshake","manifest":{"plugin_id":"acme.echo","plugin_version":"VERSION","protocol_version":"rterm.plugin.v1","exposed_tools":["echo"]}}'
      read -r request
      id=${request#*'"request_id":"'}; id=${id%%'"'*}
      echo '{"type":"response","request_id":"'$id'","status":"ok","output":{"version":"VERSION"}}'
      """;

  @TempDir Path folder;
  private CommandRun.Place place;

  @BeforeEach
  void makePackages() throws IOException {
    place = new CommandRun.Place(folder);
    zip("one.zip", "1", "[]");
    zip("two.zip", "2", "[\"net\\u001b[2J\"]");
    zip("three.zip", "3", "[]");
  }

  private void zip(String name, String version, String capabilities) throws IOException {
    String manifest =
        """
        {"plugin_id":"acme.echo","plugin_version":"%s","protocol_version":"rterm.plugin.v1",
         "capabilities":%s,"process":{"command":"./run.sh"},"tools":[{"name":"echo"}]}
        """
            .formatted(version, capabilities);
    try (OutputStream file = Files.newOutputStream(folder.resolve(name));
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (Map.Entry<String, String> entry :
          Map.of("rterm-plugin.json", manifest, "run.sh", SCRIPT.replace("VERSION", version))
              .entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
  }

  private static Json member(String document, String name) {
    return JsonParts.members(Json.parse(document)).get(name);
  }

  @Test
  void anInstalledPluginIsListedAndCalled() {
    CommandRun install = place.run("install", "one.zip");
    assertThat(install.err()).isEmpty();
    assertThat(install.exit()).isZero();
    assertThat(install.out())
        .isEqualTo(
            "Installed acme.echo 1 (rune, 2 files) in %s%nIt asks for: nothing%n"
                .formatted(folder.resolve("home/plugins/acme.echo")));
    assertThat(place.run("list").out()).contains("acme.echo").contains("ready");
    CommandRun call = place.run("call", "acme.echo", "echo");
    assertThat(call.out()).isEqualTo("{\"version\":\"1\"}\n");
    assertThat(call.exit()).isZero();
  }

  @Test
  void aChangedPluginIsNotStartedAndVerifySaysWhy() throws Exception {
    place.run("install", "one.zip");
    assertThat(place.run("verify").out()).isEqualTo("acme.echo 1: all 2 files are as installed\n");
    Path script = folder.resolve("home/plugins/acme.echo/run.sh");
    Files.writeString(script, "#!/bin/sh\necho pwned\n");
    CommandRun call = place.run("call", "acme.echo", "echo");
    assertThat(call.exit()).isEqualTo(4);
    assertThat(call.err())
        .contains("acme.echo: invalid_configuration: its file run.sh has changed")
        .contains("polyplug upgrade acme.echo");
    CommandRun verify = place.run("verify", "acme.echo");
    assertThat(verify.exit()).isEqualTo(1);
    assertThat(verify.out())
        .isEqualTo("acme.echo 1: 1 changed, 0 gone, of 2 files\n  changed: run.sh\n");
    CommandRun json = place.run("verify", "--json");
    assertThat(json.exit()).isEqualTo(1);
    assertThat(member(json.out(), "ok")).hasToString("false");
    assertThat(place.run("upgrade", "acme.echo").exit()).isZero();
    assertThat(place.run("call", "acme.echo", "echo").exit()).isZero();
  }

  @Test
  void failuresAreOneSentenceAndExitOne() {
    place.run("install", "one.zip");
    for (String[] command :
        new String[][] {
          {"install", "one.zip"},
          {"install", "absent.zip"},
          {"install", "oci://h"},
          {"uninstall", "nobody"},
          {"uninstall", "../x"},
          {"upgrade", "nobody"},
          {"rollback", "acme.echo"},
          {"verify", "nobody"}
        }) {
      CommandRun run = place.run(command);
      assertThat(run.exit()).as(String.join(" ", command)).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).startsWith("polyplug: ").hasLineCount(1);
      String[] withJson = java.util.Arrays.copyOf(command, command.length + 1);
      withJson[command.length] = "--json";
      CommandRun json = place.run(withJson);
      assertThat(json.exit()).isEqualTo(1);
      assertThat(member(member(json.out(), "error").toString(), "kind")).hasToString("\"install\"");
      assertThat(json.err()).isEmpty();
    }
  }

  @Test
  void aMissingArgumentIsAUsageError() {
    for (String command : new String[] {"install", "uninstall", "upgrade", "rollback"}) {
      assertThat(place.run(command).exit()).as(command).isEqualTo(2);
    }
  }

  @Test
  void anUpgradeThatAsksForMoreNeedsAYes() {
    place.run("install", "one.zip");
    CommandRun refused = place.run("upgrade", "acme.echo", "two.zip");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err())
        .contains("acme.echo 2 asks for more than 1: net\\u001b[2J")
        .contains("--yes");
    place = place.onTerminal();
    CommandRun no = place.withStdin("n\n").run("upgrade", "acme.echo", "two.zip");
    assertThat(no.exit()).isEqualTo(1);
    assertThat(no.err()).contains("Upgrade all the same? [y/N]").contains("not approved");
    CommandRun yes = place.withStdin("y\n").run("upgrade", "acme.echo", "two.zip");
    assertThat(yes.exit()).isZero();
    assertThat(yes.out()).contains("Upgraded acme.echo: 1 -> 2").contains("It asks for more:");
  }

  @Test
  void yesSkipsTheQuestionAndARollbackUndoesIt() {
    place.run("install", "one.zip");
    CommandRun upgrade = place.run("upgrade", "acme.echo", "two.zip", "--yes", "--json");
    assertThat(upgrade.exit()).isZero();
    assertThat(member(upgrade.out(), "version")).hasToString("\"2\"");
    assertThat(member(upgrade.out(), "previousVersion")).hasToString("\"1\"");
    CommandRun rollback = place.run("rollback", "acme.echo");
    assertThat(rollback.out()).isEqualTo("Rolled back acme.echo: 2 -> 1\n");
    assertThat(place.run("call", "acme.echo", "echo").out()).isEqualTo("{\"version\":\"1\"}\n");
    assertThat(place.run("upgrade", "acme.echo", "three.zip").out())
        .isEqualTo("Upgraded acme.echo: 1 -> 3\n");
  }

  @Test
  void whoNamesAPluginInsteadOfItsPackageIsToldThePackage() throws IOException {
    Path sidecar = Files.createDirectories(folder.resolve("Acme.Clock"));
    Files.writeString(
        sidecar.resolve("sidecar.json"),
        """
        {"packageId":"Acme.Clock","protocol":{"id":"clock","name":"Clock"},"executable":"run.sh"}
        """);
    Files.writeString(sidecar.resolve("run.sh"), SCRIPT);
    assertThat(place.run("install", "./Acme.Clock").exit()).isZero();
    for (String command : new String[] {"uninstall", "rollback"}) {
      CommandRun wrong = place.run(command, "clock");
      assertThat(wrong.exit()).isEqualTo(1);
      assertThat(wrong.err())
          .contains("There is no package clock in ")
          .contains("the plugin of that name is of Acme.Clock");
    }
  }

  @Test
  void theFolderOfTheStoreCanBeChosen() {
    CommandRun install =
        place.run("install", "one.zip", "--plugin-dir", "mine", "--plugin-dir", "other", "--json");
    assertThat(member(install.out(), "folder"))
        .hasToString("\"" + folder.resolve("mine/acme.echo") + "\"");
    assertThat(place.run("list", "--plugin-dir", "mine").out()).contains("acme.echo");
    assertThat(place.run("uninstall", "acme.echo").exit()).isEqualTo(1);
    CommandRun gone = place.run("uninstall", "acme.echo", "--plugin-dir", "mine", "--json");
    assertThat(gone.exit()).isZero();
    assertThat(folder.resolve("mine/acme.echo")).doesNotExist();
    assertThat(folder.resolve("other")).doesNotExist();
  }

  @Test
  void progressIsForTerminalsOnly() {
    assertThat(ProgressBar.line("fetching", 50_000_000, 100_000_000))
        .isEqualTo("fetching   [###############               ] 50.0 MB of 100.0 MB");
    assertThat(ProgressBar.line("fetching", 1_500_000, -1)).isEqualTo("fetching   1.5 MB");
    assertThat(place.run("install", "one.zip").err()).isEmpty();
  }

  @Test
  void helpSaysWithWhoseRightsAPluginRuns() {
    assertThat(place.run("install", "--help").out().replaceAll("\\s+", " "))
        .contains("runs with your rights");
  }

  @Test
  void whatCannotBeClearedUpStopsNoOtherCommand() throws Exception {
    place.run("install", "one.zip");
    Path change = Files.createDirectories(folder.resolve("home/plugins/.staging/1"));
    Files.writeString(change.resolve("change.json"), "{");
    assertThat(place.run("list").exit()).isZero();
    assertThat(place.run("call", "acme.echo", "echo").exit()).isZero();
    CommandRun verify = place.run("verify");
    assertThat(verify.exit()).isZero();
    assertThat(verify.err()).contains(change.toString()).hasLineCount(1);
    Files.delete(change.resolve("change.json"));
    assertThat(place.run("verify").err()).isEmpty();
    Path staging = Files.writeString(folder.resolve("home/plugins/.staging"), "");
    assertThat(place.run("list").exit()).isZero();
    assertThat(place.run("call", "acme.echo", "echo").exit()).isZero();
    assertThat(place.run("verify").err()).contains(staging + " is not a folder");
  }

  @Test
  void anInterruptedChangeIsFinishedInEveryFolderThatIsNamed() throws Exception {
    Path left = Files.createDirectories(folder.resolve("mine/.staging/1/package"));
    ParseResult given =
        new CommandLine(CommonOptions.command("x", "")).parseArgs("--plugin-dir", "mine");
    StoreOptions.guard(
        PluginHost.builder(),
        Given.of(given, List.of()),
        new Surroundings(
            folder,
            folder,
            Map.of("POLYPLUG_HOME", folder.resolve("home").toString()),
            InputStream.nullInputStream(),
            new Printer(System.out, System.err, false, Printer.Terminals.NONE),
            false));
    assertThat(left).doesNotExist();
    assertThat(folder.resolve("mine/.staging")).doesNotExist();
  }

  @Test
  void aBrokenLockFileFailsItsOwnPluginAndItsAdviceWorks() throws Exception {
    place.run("install", "one.zip");
    Path other = Files.createDirectories(folder.resolve("home/plugins/other"));
    Path broken = Files.writeString(folder.resolve("home/plugins/.state/other.json"), "{}");
    CommandRun verify = place.run("verify");
    assertThat(verify.exit()).isEqualTo(1);
    assertThat(verify.out())
        .contains("acme.echo 1: all 2 files are as installed")
        .contains("other: " + broken + " is not a lock file")
        .contains("polyplug uninstall other");
    assertThat(member(place.run("verify", "--json").out(), "packages").toString())
        .contains("\"id\":\"other\"");
    assertThat(place.run("uninstall", "other").exit()).isZero();
    assertThat(other).doesNotExist();
    assertThat(place.run("verify").exit()).isZero();
  }

  @Test
  void installSaysThatAPluginIsDisabledFromBefore() {
    place.run("install", "one.zip");
    place.run("disable", "acme.echo");
    place.run("uninstall", "acme.echo");
    assertThat(place.run("install", "one.zip").out()).contains("polyplug enable acme.echo");
    assertThat(place.run("enable", "acme.echo").exit()).isZero();
  }

  @Test
  void ofALongWishTheBeginningIsShown() throws Exception {
    zip("long.zip", "1", "[\"" + "a".repeat(5000) + "\"]");
    assertThat(place.run("install", "long.zip").out()).contains("5000").hasSizeLessThan(1000);
  }

  @Test
  void theTimeoutBoundsTheWaitForOthersToo() throws Exception {
    Set<String> said = new LinkedHashSet<>();
    PackageStore.at(
            folder.resolve("home/plugins"), PluginHost.builder().contracts(), StoreSettings.DEFAULT)
        .install(
            Source.parse("one.zip", folder),
            (what, done, all) -> {
              if (said.isEmpty()) {
                said.add(place.run("install", "three.zip", "--timeout", "1s").err());
              }
            });
    assertThat(said).singleElement().asString().contains("since more than 1 s");
  }

  @Test
  void whatAnInterruptedCommandLeftIsClearedUpByTheNextOne() throws Exception {
    place.run("install", "one.zip");
    Path left = Files.createDirectories(folder.resolve("home/plugins/.staging/123/package"));
    Files.writeString(left.resolve("half"), "x");
    assertThat(place.run("list").out()).contains("acme.echo");
    assertThat(folder.resolve("home/plugins/.staging")).doesNotExist();
  }
}
