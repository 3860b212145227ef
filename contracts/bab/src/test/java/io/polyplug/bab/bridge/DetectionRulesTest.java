package io.polyplug.bab.bridge;

import static io.polyplug.bab.bridge.AdapterStage.call;
import static io.polyplug.bab.bridge.AdapterStage.failure;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which object of a module is the adapter, and how it is used (8). */
class DetectionRulesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void theDefaultExportIsTaken(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              export const adapter = { run() { return []; } };
              export default { buildCommand() { return { args: ["x"] }; }, parseResult() {} };
              """);
      assertThat(adapter.mode()).isEqualTo(Adapter.Mode.SIMPLE);
      assertThat(call(adapter, "buildCommand", "{}")).hasToString("{\"args\":[\"x\"]}");
      assertThat(adapter.pid()).isPresent();
    }
  }

  @ParameterizedTest
  @EnumSource
  void elseTheNamedExport(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              "export const adapter = { run() { return []; } }; export function validate() {}");
      assertThat(adapter.mode()).isEqualTo(Adapter.Mode.LEGACY);
      assertThat(adapter.has("validate")).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void elseTheModuleItself(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              export function run() { return []; }
              export async function listModels(): Promise<string[]> { return ["a"]; }
              """);
      assertThat(adapter.mode()).isEqualTo(Adapter.Mode.LEGACY);
      assertThat(call(adapter, "listModels")).hasToString("[\"a\"]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void runWinsOverTheOtherTwo(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = stage.simple("run() { return []; }");
      assertThat(adapter.mode()).isEqualTo(Adapter.Mode.LEGACY);
      assertThat(adapter.has("buildCommand")).isTrue();
      assertThat(adapter.has("cancel")).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void neitherModeIsLoadedAsNone(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      assertThat(stage.load("export default { buildCommand() {} };").mode())
          .isEqualTo(Adapter.Mode.NONE);
      assertThat(stage.load("export default class { run() {} }").mode())
          .isEqualTo(Adapter.Mode.NONE);
      assertThat(stage.load("export default function run() {}").mode())
          .isEqualTo(Adapter.Mode.NONE);
      assertThat(stage.load("export default 'text';").mode()).isEqualTo(Adapter.Mode.NONE);
      assertThat(stage.load("const nothing = 1;").mode()).isEqualTo(Adapter.Mode.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInstanceOfAClassIsCalledWithItselfAsThis(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              class Base { #count = 0; protected next(): number { return ++this.#count; } }
              class Acme extends Base {
                buildCommand(input: { prompt: string }) {
                  return { args: [String(this.next()), input.prompt] };
                }
                parseResult() { return { content: "" }; }
              }
              export default new Acme();
              """);
      assertThat(adapter.mode()).isEqualTo(Adapter.Mode.SIMPLE);
      call(adapter, "buildCommand", "{}");
      assertThat(call(adapter, "buildCommand", "{\"prompt\":\"é ☃\"}"))
          .hasToString("{\"args\":[\"2\",\"é ☃\"]}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void commonJsWorks(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      stage.file("words.ts", "exports.word = (n: number): string => `w${n}`;");
      Adapter adapter =
          stage.load(
              """
              const path = require("node:path");
              const { word } = require("./words");
              module.exports = {
                run(input: any) { return []; },
                listModels(): string[] { return [word(1), path.basename(__filename)]; },
              };
              """);
      assertThat(adapter.mode()).isEqualTo(Adapter.Mode.LEGACY);
      assertThat(call(adapter, "listModels")).hasToString("[\"w1\",\"adapter.ts\"]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFunctionThatIsNotThereIsAFailureOfTheCall(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = stage.simple("");
      assertThat(failure(adapter, "discover"))
          .hasMessage("The adapter has no function discover().");
      assertThat(call(adapter, "buildCommand", "{}")).hasToString("{\"args\":[]}");
    }
  }
}
