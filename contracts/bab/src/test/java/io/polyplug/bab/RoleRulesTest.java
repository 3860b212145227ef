package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 5 and 6. */
class RoleRulesTest {
  @TempDir Path folder;

  private BabManifest manifest(String rest) {
    try {
      return BabManifest.parse("id: acme\nname: Acme\nversion: 1.0.0\ncommand: acme\n" + rest);
    } catch (InvalidManifest e) {
      throw new AssertionError(e);
    }
  }

  private ResolvedRole resolve(String roles, String name) throws DelegateFailure {
    return Roles.resolve(manifest("roles:\n" + roles.indent(2)), folder, name);
  }

  private DelegateFailure failure(String roles, String name) {
    return catchThrowableOfType(DelegateFailure.class, () -> resolve(roles, name));
  }

  @ParameterizedTest
  @EnumSource(BuiltInRole.class)
  void everyBuiltInPromptAsksForASummary(BuiltInRole role) {
    assertThat(role.prompt()).contains("<SUMMARY>").contains("</SUMMARY>");
  }

  @Test
  void aRoleOfThePluginHasItsArgumentsAndSource() throws Exception {
    ResolvedRole role = resolve("- { name: r, args: { a: x, b: 2, c: true } }", "r");
    assertThat(role.source()).isEqualTo(ResolvedRole.Source.PLUGIN);
    assertThat(role.toJson())
        .isEqualTo(
            Json.parse(
                "{\"name\":\"r\",\"prompt\":\"\",\"args\":{\"a\":\"x\",\"b\":2,\"c\":true},"
                    + "\"source\":\"plugin\"}"));
  }

  @Test
  void thePromptIsTheInheritedOneAndTheFileWithABlankLineBetween() throws Exception {
    Files.writeString(folder.resolve("p.txt"), "  own \n");
    assertThat(resolve("- { name: r, inherits: coding, prompt_file: p.txt }", "r").prompt())
        .isEqualTo(BuiltInRole.CODING.prompt() + "\n\n  own \n");
  }

  @Test
  void anEmptyPartIsDropped() throws Exception {
    Files.writeString(folder.resolve("p.txt"), "");
    assertThat(resolve("- { name: r, inherits: coding, prompt_file: p.txt }", "r").prompt())
        .isEqualTo(BuiltInRole.CODING.prompt());
  }

  @Test
  void theFirstRoleOfANameCounts() throws Exception {
    assertThat(resolve("- { name: r, args: { a: 1 } }\n- { name: r, args: { a: 2 } }", "r").args())
        .containsEntry("a", Json.parse("1"));
  }

  @Test
  void aBuiltInRoleWorksEvenIfTheManifestDoesNotListIt() throws Exception {
    ResolvedRole role = resolve("- default", "coding");
    assertThat(role.prompt()).isEqualTo(BuiltInRole.CODING.prompt());
    assertThat(role.args()).isEmpty();
    assertThat(role.source()).isEqualTo(ResolvedRole.Source.BUILT_IN);
  }

  @Test
  void aRoleNamedDefaultWithoutInheritsHasNoPrompt() throws Exception {
    assertThat(resolve("- { name: default }", "default").prompt()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody", "constructor", "toString", "Default", "__proto__", ""})
  void anythingElseIsUnknown(String name) {
    DelegateFailure failure = failure("- default", name);
    assertThat(failure.type()).isEqualTo(DelegateError.NOT_FOUND);
    assertThat(failure).hasMessage("Unknown role: " + name);
  }

  @Test
  void aMissingPromptFileFailsTheCallAndNotTheLoad() {
    DelegateFailure failure = failure("- { name: r, prompt_file: none.txt }", "r");
    assertThat(failure.type()).isEqualTo(DelegateError.EXECUTION);
    assertThat(failure).hasMessageContaining("none.txt").hasMessageContaining("does not exist");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside.txt", "link.txt", "/etc/hostname", "/etc/passwd", ""})
  void aPromptFileThatIsNotInThePluginsFolderFailsTheCall(String file) throws Exception {
    Path plugin = Files.createDirectory(folder.resolve("plugin"));
    Files.writeString(folder.resolve("outside.txt"), "secret");
    Files.createSymbolicLink(plugin.resolve("link.txt"), Path.of("../outside.txt"));
    BabManifest manifest = manifest("roles: [{ name: r, prompt_file: '" + file + "' }]");
    DelegateFailure failure =
        catchThrowableOfType(DelegateFailure.class, () -> Roles.resolve(manifest, plugin, "r"));
    assertThat(failure.type()).isEqualTo(DelegateError.EXECUTION);
    assertThat(failure.getMessage()).doesNotContain("secret");
  }

  @Test
  void argumentsBecomeFlags() throws Exception {
    ResolvedRole role =
        resolve("- { name: r, args: { max_turns: 3, loud: true, quiet: false, m: a b } }", "r");
    assertThat(role.flags()).containsExactly("--max-turns", "3", "--loud", "--m", "a b");
  }

  @Test
  void toolPromptsAreReadAndWhatCannotBeIsDroppedWithAWarning() throws Exception {
    Files.writeString(folder.resolve("chat.txt"), "Chat nicely");
    List<String> warnings = new ArrayList<>();
    BabManifest manifest =
        manifest(
            """
            roles: [default]
            tool_prompts: { chat: chat.txt, debug: none.txt, cook: chat.txt, tracer: ../x }
            """);
    assertThat(ToolPrompts.read(manifest, folder, warnings::add))
        .containsExactly(Map.entry("chat", "Chat nicely"));
    assertThat(warnings).hasSize(3);
    assertThat(warnings.get(1)).isEqualTo("tool_prompts.cook is left out: there is no such tool");
  }
}
