package io.polyplug.monorepo.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.base.Clock;
import io.polyplug.bento.Toolchain;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.hash.Blake3;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskKeyTest {
  @TempDir Path dish;

  @Test
  void aKeyIsTheHashOfItsFilesInTheOrderOfTheirComponents() throws Exception {
    write("a-b/x", "1");
    write("a/x", "2");
    write("é", "3");
    assertThat(key("**")).isEqualTo(expected("a/x", "2", "a-b/x", "1", "é", "3"));
  }

  @Test
  void theContentOfALinkIsTheTextOfItsTarget() throws Exception {
    Files.createSymbolicLink(dish.resolve("link"), Path.of("../no/where"));
    assertThat(key("**")).isEqualTo(expected("link", "../no/where"));
  }

  @Test
  void aFileLargerThanAnyBufferIsHashedWhole() throws Exception {
    for (int size : new int[] {8191, 8192, 8193, 131071, 131072, 131073, 1_000_000}) {
      String content = "0123456789".repeat(size / 10 + 1).substring(0, size);
      write("large", content);
      assertThat(key("**")).isEqualTo(expected("large", content));
    }
  }

  @Test
  void outputsAndDerivedFilesAreNoInputs() throws Exception {
    write("src/a", "a");
    write("src/out/b", "b");
    write("src/gen.c", "c");
    KeyRequest request =
        new KeyRequest(List.of(), List.of("src/**"), List.of("src/out/**"), List.of("**/gen.c"));
    assertThat(keys().key(request)).isEqualTo(expected("src/a", "a"));
  }

  @Test
  void ignoredFilesAndFoldersOfResultsAreNoInputsEvenWhenNamed() throws Exception {
    write("build/a", "a");
    write("secret", "s");
    write(".ignore", "secret\n");
    assertThat(key("build/a", "secret")).isEqualTo(expected());
  }

  @Test
  void filesAreListedWithTheirOwnHashesInTheOrderOfTheKey() throws Exception {
    write("b", "bb");
    write("a/c", "");
    TaskKey key = keys().keyWithFiles(request("**"));
    assertThat(key.key()).isEqualTo(expected("a/c", "", "b", "bb"));
    assertThat(key.files())
        .containsExactly(
            new InputFile("a/c", Blake3.hex(Blake3.of(new byte[0])), 0),
            new InputFile("b", Blake3.hex(Blake3.of(bytes("bb"))), 2));
  }

  @Test
  void severalHashesOfOneReadAreThoseOfSingleOnes() throws Exception {
    write("src/a", "a");
    write("test/b", "b");
    SignatureRequest signature =
        new SignatureRequest(List.of("x"), List.of("**"), List.of(), List.of());
    List<byte[]> together =
        keys().hashes(List.of(request("src/**"), signature, request("test/**"), request()));
    assertThat(Blake3.hex(together.get(0))).isEqualTo(expected("src/a", "a"));
    assertThat(together.get(1)).isEqualTo(keys().signature(signature));
    assertThat(Blake3.hex(together.get(2))).isEqualTo(expected("test/b", "b"));
    assertThat(Blake3.hex(together.get(3))).isEqualTo(expected());
  }

  @Test
  void aFileThatVanishesBeforeItIsReadIsNoInput() throws Exception {
    write("a", "a");
    write("b", "b");
    DishKeys keys = keys();
    assertThat(keys.key(request("a"))).isEqualTo(expected("a", "a"));
    Files.delete(dish.resolve("b"));
    assertThat(keys.key(request("**"))).isEqualTo(expected("a", "a"));
  }

  @Test
  void aFileThatGrowsBeforeItIsReadIsHashedWithItsNewLength() throws Exception {
    write("a", "a".repeat(300_000));
    write("b", "b");
    DishKeys keys = keys();
    assertThat(keys.key(request("b"))).isEqualTo(expected("b", "b"));
    write("a", "c".repeat(400_000));
    write("b", "much longer");
    assertThat(keys.key(request("**")))
        .isEqualTo(expected("a", "c".repeat(400_000), "b", "much longer"));
  }

  @Test
  void aBadGlobIsAProblem() throws Exception {
    write("a", "a");
    assertThatThrownBy(() -> key("[")).isInstanceOf(WorkspaceProblem.class);
  }

  @Test
  void extrasComeInTheOrderOfTheContract() {
    TaskExtras extras =
        new TaskExtras(
            "apps/x",
            "build",
            "make",
            List.of("a", "b"),
            List.of(),
            Optional.of("docker image"),
            Optional.of(new ToolPin("adapter", "go", "1.22")),
            Optional.of("go"),
            Optional.of(new Toolchain("go", "1.22")),
            Optional.of("go version go1.22"),
            Map.of("B", "", "A", "1"),
            Map.of("z", "00", "y", "11"));
    List<String> names = new ArrayList<>();
    for (Extra extra : extras.list("x86_64-linux")) {
      names.add(extra.name() + "=" + extra.value());
    }
    assertThat(names)
        .containsExactly(
            "bento_version=0.2",
            "host=x86_64-linux",
            "dish=apps/x",
            "task_name=build",
            "task_command=make",
            "outputs=a\nb",
            "workspace_outputs=",
            "container=docker image",
            "toolchain_pin=adapter:go:1.22",
            "adapter=go",
            "toolchain=go:1.22",
            "toolchain_resolved=go version go1.22",
            "env:A=1",
            "env:B=",
            "dep:y=11",
            "dep:z=00");
  }

  @Test
  void aPinThatTheUserWroteLeavesTheResolvedToolOut() {
    TaskExtras extras =
        new TaskExtras(
            "d",
            "t",
            "r",
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.of(new ToolPin("dish.toml", "go", "1.22")),
            Optional.of("go"),
            Optional.empty(),
            Optional.of("go version"),
            Map.of(),
            Map.of());
    assertThat(extras.list("h")).noneMatch(extra -> extra.name().equals("toolchain_resolved"));
  }

  @Test
  void aDependencysSignatureChangesTheEffectiveOneAndTheirOrderIsThatOfTheirNames() {
    byte[] own = Blake3.of(bytes("own"));
    byte[] one = Blake3.of(bytes("1"));
    byte[] two = Blake3.of(bytes("2"));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(bytes("bento-dish-effective-v1"));
    all.writeBytes(own);
    all.writeBytes(one);
    all.writeBytes(two);
    assertThat(Signatures.effective(own, Map.of("b", two, "a", one)))
        .isEqualTo(Blake3.of(all.toByteArray()));
  }

  private DishKeys keys() throws WorkspaceProblem {
    return KeyMemory.forgetful(Clock.system()).look(dish);
  }

  private String key(String... inputs) throws WorkspaceProblem {
    return keys().key(request(inputs));
  }

  private static KeyRequest request(String... inputs) {
    return new KeyRequest(List.of(), List.of(inputs), List.of(), List.of());
  }

  /** Written down without the classes under test. */
  private static String expected(String... pathsAndContents) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(bytes("bento-cas-v3\0"));
    for (int i = 0; i < pathsAndContents.length; i += 2) {
      byte[] content = bytes(pathsAndContents[i + 1]);
      all.writeBytes(bytes("file:" + pathsAndContents[i] + "\0"));
      ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      all.writeBytes(length.putLong(content.length).array());
      all.writeBytes(content);
    }
    return Blake3.hex(org.apache.commons.codec.digest.Blake3.hash(all.toByteArray()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void write(String path, String content) throws IOException {
    Path file = dish.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
