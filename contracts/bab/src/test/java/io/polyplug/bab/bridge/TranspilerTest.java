package io.polyplug.bab.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TypeScript becomes JavaScript in this process. */
class TranspilerTest {
  @TempDir Path folder;
  private Transpiler transpiler;

  @BeforeEach
  void makeOne() {
    var made = Transpiler.make();
    Assumptions.assumeTrue(made.isPresent(), "this machine has no compiler");
    transpiler = made.orElseThrow();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void aFileIsAnEsModuleUnlessItUsesCommonJs() throws Exception {
    assertThat(transpiler.transpile(file("a.ts", "export const a: number = 1;")).commonJs())
        .isFalse();
    assertThat(transpiler.transpile(file("b.ts", "const b: number = 1;")).commonJs()).isFalse();
    assertThat(transpiler.transpile(file("c.ts", "module.exports = { c: 1 };")).commonJs())
        .isTrue();
    assertThat(transpiler.transpile(file("d.ts", "exports.d = 1 as number;")).commonJs()).isTrue();
    assertThat(
            transpiler
                .transpile(file("e.ts", "export default {}; // module.exports = 1"))
                .commonJs())
        .isFalse();
  }

  @Test
  void theSourceMapIsInTheFile() throws Exception {
    assertThat(transpiler.transpile(file("a.ts", "export enum A { X }")).code())
        .contains("\n//# sourceMappingURL=data:application/json;base64,");
  }

  @Test
  void aMistakeHasItsPlace() throws Exception {
    Path file = file("bad.ts", "let a = 1;\n  let é = (;");
    assertThat(catchThrowableOfType(Transpiler.SyntaxError.class, () -> transpiler.transpile(file)))
        .hasMessageStartingWith(file + ":2:");
  }

  @Test
  void manyThreadsMayAskAtOnce() throws Exception {
    List<FutureTask<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      Path file = file("f" + i + ".ts", "export enum E { X = " + i + " }");
      FutureTask<String> task = new FutureTask<>(() -> transpiler.transpile(file).code());
      tasks.add(task);
      Thread.ofVirtual().start(task);
    }
    for (int i = 0; i < 64; i++) {
      assertThat(tasks.get(i).get()).contains("\"X\"] = " + i);
    }
  }
}
