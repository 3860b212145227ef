package io.polyplug.bab.bridge;

import static io.polyplug.bab.bridge.AdapterStage.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How modules find each other, and how one that cannot be loaded is told (19). */
class ModuleRulesTest {
  private static final String VALUE = "\nexport default { run() {}, discover: () => value };";

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void relativeImportsNeedNoExtension(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      stage
          .file("a.ts", "import type { T } from './types'; export const a: T = 'a';")
          .file("types.ts", "export type T = string;")
          .file("lib/index.ts", "export { a as viaIndex } from '../a.ts';")
          .file("b.ts", "export default class B { constructor(readonly n: number) {} }")
          .file("plain.js", "export const plain = 'js';")
          .file("old.cjs", "module.exports = { old: 'cjs' };");
      Adapter adapter =
          stage.load(
              """
              import { type T } from "./types";
              import { a } from "./a";
              import { viaIndex } from "./lib";
              import B from "./b.js";
              import { plain } from "./plain";
              import old from "./old.cjs";
              const later = await import("./a.ts");
              const value: T[] = [a, viaIndex, String(new B(1).n), plain, old.old, later.a];
              """
                  + VALUE);
      assertThat(call(adapter, "discover")).hasToString("[\"a\",\"a\",\"1\",\"js\",\"cjs\",\"a\"]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void textAndJsonCanBeImported(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      stage
          .file("prompts/p.txt", "Line é\n\"two\"")
          .file("notes.md", "# Notes")
          .file("models.json", "{\"models\":[1]}");
      Adapter adapter =
          stage.load(
              """
              import p from "./prompts/p.txt";
              import again from "./prompts/p.txt" with { type: "text" };
              import notes from "./notes.md" with { type: "text" };
              import data from "./models.json";
              import same from "./models.json" with { type: "json" };
              const value = [p, p === again, notes, data.models, same.models];
              """
                  + VALUE);
      assertThat(call(adapter, "discover"))
          .hasToString("[\"Line é\\n\\\"two\\\"\",true,\"# Notes\",[1],[1]]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void theFileKeepsItsOwnPlace(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              #!/usr/bin/env bun
              import { readFileSync } from "node:fs";
              const here = readFileSync(new URL("./adapter.ts", import.meta.url), "utf8").length > 0;
              const value = [here, import.meta.dir, import.meta.dirname, import.meta.path];
              """
                  + VALUE);
      String dir = stage.plugin.toString();
      assertThat(call(adapter, "discover"))
          .hasToString("[true,\"%1$s\",\"%1$s\",\"%1$s/adapter.ts\"]".formatted(dir));
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsWrittenIntoTheFolder(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      stage.file("a.ts", "export enum A { X = 1 }");
      stage.load("import { A } from './a'; const value = A.X;" + VALUE);
      try (Stream<Path> files = Files.list(stage.plugin)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .containsExactlyInAnyOrder("adapter.ts", "a.ts");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theProcessHasTheHostsFolderAndEnvironment(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load("const value = [process.cwd(), process.env.PATH, process.env.HOME];" + VALUE);
      assertThat(call(adapter, "discover"))
          .hasToString(
              "[\"%s\",\"%s\",\"%s\"]"
                  .formatted(
                      Path.of("").toAbsolutePath(), System.getenv("PATH"), System.getenv("HOME")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingInTheWorkingFolderHasASay(Js js) throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.writeString(project.resolve("bunfig.toml"), "preload = [\"./evil.js\"]");
    Files.writeString(project.resolve("evil.js"), "globalThis.evil = true;");
    Files.writeString(project.resolve(".env"), "EVIL_VARIABLE=1");
    Files.writeString(project.resolve("package.json"), "{\"type\":\"commonjs\"}");
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage
              .in(project)
              .load(
                  "const value = [typeof evil, process.env.EVIL_VARIABLE ?? null, process.cwd()];"
                      + VALUE);
      assertThat(call(adapter, "discover"))
          .hasToString("[\"undefined\",null,\"" + project.toRealPath() + "\"]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSyntaxErrorHasFileLineAndColumn(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      AdapterFailure failure = stage.loadFailure("const a = 1;\nconst b: number = ;\n");
      assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.NOT_LOADED);
      assertThat(failure).hasMessageStartingWith(stage.plugin + "/adapter.ts:2:19: ");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSyntaxErrorInAnImportedFileNamesThatFile(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      stage.file("lib.ts", "\n\nexport const x = {;");
      AdapterFailure failure = stage.loadFailure("import { x } from './lib'; export default x;");
      assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.NOT_LOADED);
      assertThat(failure).hasMessageStartingWith(stage.plugin + "/lib.ts:3:19: ");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatCannotBeImportedIsNamed(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      for (String missing : List.of("@babmcp/bab", "./nowhere", "left-pad")) {
        AdapterFailure failure =
            stage.loadFailure("import { x } from '%s'; export default { x };".formatted(missing));
        assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.NOT_LOADED);
        assertThat(failure).hasMessageContaining(missing.replace("./", ""));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void typeImportsOfPackagesVanish(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              import type { DelegateRunInput } from "@babmcp/bab/sdk";
              import { type Manifest } from "@babmcp/bab/sdk";
              const value = 1;
              """
                  + VALUE);
      assertThat(adapter.mode()).isEqualTo(Adapter.Mode.LEGACY);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aModuleThatThrowsIsNotLoaded(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      assertThat(stage.loadFailure("throw new Error('not today');"))
          .hasMessage("not today")
          .extracting(AdapterFailure::kind)
          .isEqualTo(AdapterFailure.Kind.NOT_LOADED);
      assertThat(stage.loadFailure("throw 'a value';")).hasMessage("a value");
      assertThat(stage.loadFailure("undefinedName();")).hasMessageContaining("undefinedName");
      assertThat(stage.loadFailure("process.exit(3);"))
          .hasMessageStartingWith("the adapter's process exited with code 3")
          .extracting(AdapterFailure::kind)
          .isEqualTo(AdapterFailure.Kind.NOT_LOADED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aModuleThatNeverEndsLoadingIsTooLong(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      stage.file("adapter.ts", "await new Promise(() => {}); export default {};");
      AdapterFailure failure =
          catchThrowableOfType(AdapterFailure.class, () -> stage.load(Duration.ofMillis(700)));
      assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.TOO_LONG);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFileThatIsNotThereIsNotLoaded(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      AdapterFailure failure = catchThrowableOfType(AdapterFailure.class, stage::load);
      assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.NOT_LOADED);
      assertThat(failure).hasMessageContaining("adapter.ts");
    }
  }

  @ParameterizedTest
  @EnumSource
  void usingWorksWhereTheRuntimeKnowsItAndIsASyntaxErrorElsewhere(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      try {
        Adapter adapter =
            stage.load(
                """
                const value: string[] = [];
                { using r = { [Symbol.dispose]() { value.push("closed"); } }; value.push("open"); }
                """
                    + VALUE);
        assertThat(call(adapter, "discover")).hasToString("[\"open\",\"closed\"]");
      } catch (AdapterFailure failure) {
        assertThat(js).isEqualTo(Js.NODE);
        assertThat(failure.kind()).isEqualTo(AdapterFailure.Kind.NOT_LOADED);
        assertThat(failure).hasMessageContaining("adapter.ts: SyntaxError");
      }
    }
  }
}
