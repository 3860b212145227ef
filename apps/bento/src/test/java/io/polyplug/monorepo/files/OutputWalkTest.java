package io.polyplug.monorepo.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.monorepo.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputWalkTest {
  @TempDir Path dish;

  @Test
  void ignoreRulesDoNotMatterForOutputs() throws Exception {
    write("dist/a.js", "dist/a-b/c.js", "dist/a/c.js", "src/x.js");
    Files.writeString(dish.resolve(".gitignore"), "dist\n");
    assertThat(bundle("dist/**")).containsExactly("dist/a/c.js", "dist/a-b/c.js", "dist/a.js");
  }

  @Test
  void foldersOfPackagesAreEnteredOnlyWhenAGlobNamesThem() throws Exception {
    write("target/x.jar", "sub/target/y.jar", "node_modules/z.jar", "w.jar");
    assertThat(bundle("**/*.jar")).containsExactly("w.jar");
    assertThat(bundle("target/*.jar")).containsExactly("target/x.jar");
    assertThat(bundle("**/target/**")).containsExactly("sub/target/y.jar", "target/x.jar");
    assertThat(bundle("node_modules/z.jar")).containsExactly("node_modules/z.jar");
  }

  @Test
  void linksAreNeitherTakenNorFollowed() throws Exception {
    write("real/x", "out/y");
    Files.createSymbolicLink(dish.resolve("out/link"), dish.resolve("real/x"));
    Files.createSymbolicLink(dish.resolve("elsewhere"), dish.resolve("real"));
    assertThat(bundle("out/**", "elsewhere/**", "elsewhere/x")).containsExactly("out/y");
  }

  @Test
  void nothingOutsideIsFound() throws Exception {
    write("inner/x", "y");
    Path inner = dish.resolve("inner");
    assertThat(OutputWalk.bundle(inner, List.of("../y", "../**", "/**", "./x"))).isEmpty();
  }

  @Test
  void permissionBitsAndSizesAreKept() throws Exception {
    write("out/run");
    Files.setPosixFilePermissions(
        dish.resolve("out/run"), PosixFilePermissions.fromString("rwxr-x---"));
    OutputFile file = OutputWalk.bundle(dish, List.of("out/run")).getFirst();
    assertThat(file.mode()).isEqualTo(0750);
    assertThat(file.size()).isEqualTo(1);
  }

  @Test
  void anOutputThatIsMissingIsNothing() throws Exception {
    assertThat(bundle("nowhere/**", "none.txt")).isEmpty();
  }

  @Test
  void artifactsAreNamesThatExistAndFilesThatMatch() throws Exception {
    write("dist/a", "target/b.jar", "c");
    assertThat(OutputWalk.artifacts(dish, List.of("dist", "**/*.jar", "c", "d")))
        .containsExactly(dish.resolve("dist"), dish.resolve("target/b.jar"), dish.resolve("c"));
  }

  @Test
  void artifactsOutsideAreNotTold() throws Exception {
    write("inner/x", "y");
    Path inner = dish.resolve("inner");
    assertThat(OutputWalk.artifacts(inner, List.of("../y", "/etc", "", ".", "./x")))
        .containsExactly(inner.resolve("x"));
  }

  @Test
  void aGlobWithAZeroCharacterIsAProblem() {
    assertThatThrownBy(() -> OutputWalk.artifacts(dish, List.of("a\0b")))
        .isInstanceOf(WorkspaceProblem.class);
    assertThatThrownBy(() -> bundle("a\0b")).isInstanceOf(WorkspaceProblem.class);
  }

  private List<String> bundle(String... globs) throws WorkspaceProblem {
    List<String> paths = new ArrayList<>();
    for (OutputFile file : OutputWalk.bundle(dish, List.of(globs))) {
      paths.add(file.path());
    }
    return paths;
  }

  private void write(String... paths) throws IOException {
    for (String path : paths) {
      Path file = dish.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "x");
    }
  }
}
