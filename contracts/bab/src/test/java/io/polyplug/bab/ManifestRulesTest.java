package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 4. */
class ManifestRulesTest {
  private static final String GOOD =
      """
      id: acme
      name: Acme
      version: 1.2.3
      command: acme-cli
      """;

  private static BabManifest parse(String yaml) {
    try {
      return BabManifest.parse(yaml);
    } catch (InvalidManifest e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> problems(String yaml) {
    InvalidManifest failure =
        catchThrowableOfType(InvalidManifest.class, () -> BabManifest.parse(yaml));
    assertThat(failure).as("expected problems").isNotNull();
    return failure.problems().stream().map(InvalidManifest.Problem::toString).toList();
  }

  private static ManifestRole.Described role(String yaml) {
    return (ManifestRole.Described) parse(GOOD + "roles:\n" + yaml.indent(2)).roles().getFirst();
  }

  @Test
  void theSmallestManifestHasTheDefaults() {
    BabManifest manifest = parse(GOOD + "roles: [default]\n");
    assertThat(manifest.id()).isEqualTo("acme");
    assertThat(manifest.roles()).extracting(ManifestRole::name).containsExactly("default");
    assertThat(manifest.toolPrompts()).isEmpty();
    assertThat(manifest.capabilities())
        .isEqualTo(new BabManifest.Capabilities(false, false, false, true, "text"));
    assertThat(manifest.delegateApiVersion()).isEqualTo(1);
    assertThat(manifest.delegate()).isEmpty();
  }

  @Test
  void everythingCanBeSaid() {
    BabManifest manifest =
        parse(
            GOOD
                + """
                roles:
                  - coding
                  - name: researcher
                    description: Looks things up
                    inherits: default
                    prompt_file: prompts/researcher.txt
                    args: { variant: high, depth: 3, ratio: 0.5, loud: true }
                tool_prompts: { chat: prompts/chat.txt }
                capabilities:
                  supports_cancellation: true
                  supports_images: true
                  supports_streaming: true
                  supports_working_directory: false
                  output_format: jsonl
                delegate_api_version: 7
                unknown: { is: [ignored] }
                """);
    ManifestRole.Described role = (ManifestRole.Described) manifest.roles().get(1);
    assertThat(role.description()).contains("Looks things up");
    assertThat(role.inherits()).contains(BuiltInRole.DEFAULT);
    assertThat(role.promptFile()).contains("prompts/researcher.txt");
    assertThat(role.args().keySet()).containsExactly("variant", "depth", "ratio", "loud");
    assertThat(role.args().values().stream().map(Json::toString))
        .containsExactly("\"high\"", "3", "0.5", "true");
    assertThat(manifest.toolPrompts()).containsEntry("chat", "prompts/chat.txt");
    assertThat(manifest.capabilities())
        .isEqualTo(new BabManifest.Capabilities(true, true, true, false, "jsonl"));
    assertThat(manifest.delegateApiVersion()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"on", "yes", "off", "no", "y", "12:30", "1_000", "2001-01-01"})
  void aWordOfYaml11IsAString(String word) {
    assertThat(role("- { name: r, args: { variant: " + word + " } }").args())
        .containsEntry("variant", Json.string(word));
  }

  @Test
  void aLeadingZeroIsNoOctalNumber() {
    assertThat(
            role("- { name: r, args: { n: 012, o: 0o17, x: 0x1F, big: 123456789012345678901 } }")
                .args()
                .values()
                .stream()
                .map(Json::toString))
        .containsExactly("12", "15", "31", "1.2345678901234568E20");
  }

  @Test
  void aNumberMustBeFinite() {
    assertThat(problems(GOOD + "roles: [{ name: r, args: { n: .inf } }]"))
        .singleElement()
        .asString()
        .contains("finite number");
  }

  @Test
  void anAnchorMayBeUsedByNineAliasesAndNoMore() {
    String roles = "roles: [default]\nx: &a hello\ny: [" + "*a, ".repeat(8);
    assertThat(parse(GOOD + roles + "*a]").id()).isEqualTo("acme");
    assertThat(problems(GOOD + roles + "*a, *a]"))
        .singleElement()
        .asString()
        .contains("the anchor \"a\" is used more than 9 times");
  }

  @Test
  void nestedAliasesCostNothing() {
    StringBuilder bomb = new StringBuilder(GOOD + "roles: [default]\nx0: &x0 [a]\n");
    for (int i = 1; i < 60; i++) {
      bomb.append("x" + i + ": &x" + i + " [" + ("*x" + (i - 1) + ", ").repeat(8) + "]\n");
    }
    assertThat(parse(bomb.toString()).id()).isEqualTo("acme");
  }

  @Test
  void thereAreNoMergeKeysInYaml12() {
    StringBuilder bomb = new StringBuilder(GOOD + "roles: [default]\nx0: &x0 {");
    for (int i = 0; i < 40_000; i++) {
      bomb.append("k" + i + ": 1,");
    }
    bomb.append("}\n");
    for (int i = 1; i < 15_000; i++) {
      bomb.append("x" + i + ": &x" + i + " {<<: *x" + (i - 1) + "}\n");
    }
    assertThat(parse(bomb.toString()).id()).isEqualTo("acme");
    assertThat(problems(GOOD + "x: &x {roles: [default]}\n<<: *x\n"))
        .singleElement()
        .asString()
        .contains("roles: missing");
    assertThat(problems(GOOD + "roles: [default]\nx: &x {a: 1}\ny: {!!merge <<: *x}\n"))
        .singleElement()
        .asString()
        .contains("YAML 1.2 has no merge keys");
  }

  @Test
  void aSecondDocumentIsToldInAWholeSentence() {
    assertThat(problems(GOOD + "roles: [default]\n---\nid: other\n"))
        .singleElement()
        .asString()
        .contains("expected a single document in the stream, but found another document");
  }

  @Test
  void aValueMayNotContainItself() {
    assertThat(problems(GOOD + "roles: [default]\nx: &x [*x]\n"))
        .singleElement()
        .asString()
        .contains("contains itself");
  }

  @Test
  void aDuplicateKeyIsAnError() {
    assertThat(problems(GOOD + "roles: [default]\nid: other\n"))
        .singleElement()
        .asString()
        .contains("line 6")
        .contains("\"id\" is there twice");
  }

  @Test
  void aDuplicateKeyIsAnErrorEvenInWhatIsIgnored() {
    assertThat(problems(GOOD + "roles: [default]\nx: { a: 1, a: 2 }\n")).hasSize(1);
  }

  @Test
  void aDocumentMayNotBeNestedTooDeep() {
    assertThat(problems(GOOD + "x: " + "[".repeat(100_000)))
        .singleElement()
        .asString()
        .contains("nested deeper than");
  }

  @Test
  void twoDocumentsAreNotOne() {
    assertThat(problems(GOOD + "roles: [default]\n---\nid: b\n")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "# nothing", "- a", "text", "{", "a: b: c", "\t- x", "%YAML 9.9\n---"})
  void whatIsNoMapIsToldInOneProblem(String text) {
    assertThat(problems(text)).hasSize(1);
  }

  @Test
  void everyProblemIsListedWithItsPath() {
    assertThat(
            problems(
                """
                id: Acme
                version: 1.0
                command: ""
                roles:
                  - unknown
                  - inherits: nobody
                    description: ""
                    args: { x: null, y: [1], z: { a: b } }
                  - 7
                tool_prompts: { chat: "" }
                capabilities: { supports_images: yes, output_format: xml }
                delegate_api_version: 0
                """))
        .extracting(problem -> problem.substring(0, problem.indexOf(':')))
        .containsExactly(
            "id",
            "name",
            "version",
            "command",
            "roles[0]",
            "roles[1].name",
            "roles[1].inherits",
            "roles[1].description",
            "roles[1].args.x",
            "roles[1].args.y",
            "roles[1].args.z",
            "roles[2]",
            "tool_prompts.chat",
            "capabilities.output_format",
            "capabilities.supports_images",
            "delegate_api_version");
  }

  @Test
  void anExplicitNullIsNotAbsent() {
    assertThat(problems(GOOD + "roles: [default]\ntool_prompts: null\ncapabilities: ~\n"))
        .containsExactly(
            "tool_prompts: expected a map, found null", "capabilities: expected a map, found null");
  }

  @Test
  void anUnquotedVersionOfTwoPartsIsANumber() {
    assertThat(problems(GOOD.replace("1.2.3", "1.0") + "roles: [default]"))
        .containsExactly(
            "version: expected a version such as \"1.0.0\" as a string, found the number 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.0.0.0", "v1.0.0", "1.0.0-", "1.0.0+", "\"1.0.0\\n\""})
  void aVersionMustBeSemantic(String version) {
    assertThat(problems(GOOD.replace("1.2.3", version) + "roles: [default]")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0.0", "1.0.0-rc.1", "1.0.0+build", "10.20.30-a-b+c.d"})
  void aSemanticVersionIsTaken(String version) {
    assertThat(parse(GOOD.replace("1.2.3", version) + "roles: [default]").version())
        .isEqualTo(version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "-a", "_a", "a b", "a.b", "é", "\"a\\n\""})
  void anIdIsOfLowerCaseLettersDigitsAndDashes(String id) {
    assertThat(problems(GOOD.replace("id: acme", "id: " + id) + "roles: [default]")).hasSize(1);
  }

  @Test
  void rolesMayNotBeEmpty() {
    assertThat(problems(GOOD + "roles: []")).containsExactly("roles: expected at least one role");
    assertThat(problems(GOOD)).singleElement().asString().startsWith("roles: missing");
  }

  @Test
  void aRoleMayHaveTheNameOfABuiltInOneOrOfAnything() {
    assertThat(role("- { name: default }").inherits()).isEqualTo(Optional.empty());
    assertThat(role("- { name: \"two words\" }").name()).isEqualTo("two words");
  }

  @ParameterizedTest
  @ValueSource(strings = {"constructor", "toString", "Default", ""})
  void onlyTheFourNamesAreBuiltIn(String name) {
    assertThat(problems(GOOD + "roles: [\"" + name + "\"]")).hasSize(1);
  }

  @Test
  void theProblemsOfAHostileTextAreSafeToShow() {
    assertThat(problems(GOOD + "roles: [\"\\e[31mred\\a\"]").getFirst()).doesNotContain("\u001b");
    assertThat(problems(GOOD + "roles: [{ name: r, args: { \"\\e[31m\": null } }]").getFirst())
        .doesNotContain("\u001b");
  }

  @Test
  void theManifestIsReadFromItsFolder(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("manifest.yaml"), GOOD + "roles: [default]");
    assertThat(BabManifest.read(folder).id()).isEqualTo("acme");
  }

  @Test
  void aManifestBeyondOneMebibyteIsRefused(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("manifest.yaml"), GOOD + "roles: [default]\n#" + "x".repeat(1 << 20));
    assertThat(catchThrowableOfType(InvalidManifest.class, () -> BabManifest.read(folder)))
        .hasMessageContaining("longer than 1048576 bytes");
  }

  @Test
  void aManifestThatIsNotUtf8IsRefused(@TempDir Path folder) throws Exception {
    Files.write(folder.resolve("manifest.yaml"), new byte[] {'i', 'd', ':', ' ', (byte) 0xFF});
    assertThat(catchThrowableOfType(InvalidManifest.class, () -> BabManifest.read(folder)))
        .hasMessageContaining("not UTF-8");
  }

  @Test
  void aManifestThatLeadsOutOfItsFolderIsRefused(@TempDir Path root) throws Exception {
    Path folder = Files.createDirectory(root.resolve("plugin"));
    Files.writeString(root.resolve("outside.yaml"), GOOD + "roles: [default]");
    Files.createSymbolicLink(folder.resolve("manifest.yaml"), Path.of("../outside.yaml"));
    assertThat(catchThrowableOfType(InvalidManifest.class, () -> BabManifest.read(folder)))
        .hasMessageContaining("leads out of the plugin's folder");
  }

  @Test
  void aFolderWithoutManifestSaysSo(@TempDir Path folder) {
    assertThat(catchThrowableOfType(InvalidManifest.class, () -> BabManifest.read(folder)))
        .hasMessageContaining("there is no manifest.yaml in " + folder);
  }
}
