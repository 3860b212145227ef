package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that are no manifest, or mean harm: each is refused in one sentence, and at once. */
@Timeout(60)
class ManifestFileTest {
  private static final String PLUGIN =
      "[plugin]\nname = \"weather\"\nversion = \"1.4.0\"\nabi_version = 2\n";

  @TempDir Path root;
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(root.resolve("weather"));
  }

  private ManifestReading read(byte[] content) throws IOException {
    Files.write(folder.resolve("manifest.toml"), content);
    return ManifestReader.read(folder);
  }

  private ManifestReading read(String content) throws IOException {
    return read(content.getBytes(StandardCharsets.UTF_8));
  }

  private String reason(String content) throws IOException {
    return ((ManifestReading.Bad) read(content)).reason();
  }

  private String reasonAsItIs() {
    return ((ManifestReading.Bad) ManifestReader.read(folder)).reason();
  }

  @Test
  void aFileOfOneMebibyteIsReadAndOneMoreIsRefused() throws Exception {
    String filled = PLUGIN + "#" + "x".repeat((1 << 20) - PLUGIN.length() - 1);
    assertThat(read(filled)).isInstanceOf(ManifestReading.Good.class);
    assertThat(reason(filled + "x")).isEqualTo("manifest.toml: is larger than 1048576 bytes");
  }

  @Test
  void aMissingFileIsToldAsSuch() {
    assertThat(reasonAsItIs()).isEqualTo("manifest.toml: cannot be read: no such file");
  }

  @Test
  void aFolderALinkToNothingAndAPipeAreToldAsSuch() throws Exception {
    Path file = folder.resolve("manifest.toml");
    Files.createDirectory(file);
    assertThat(reasonAsItIs()).isEqualTo("manifest.toml: is a folder");
    Files.delete(file);
    Files.createSymbolicLink(file, root.resolve("nowhere"));
    assertThat(reasonAsItIs()).isEqualTo("manifest.toml: cannot be read: a link to nothing");
    Files.delete(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThat(reasonAsItIs()).isEqualTo("manifest.toml: is neither a file nor a link to one");
    Path link = Files.createDirectory(root.resolve("linked"));
    Files.createSymbolicLink(link.resolve("manifest.toml"), file);
    assertThat(((ManifestReading.Bad) ManifestReader.read(link)).reason()).contains("neither");
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() throws Exception {
    byte[] content = (PLUGIN + "description = \"?\"\n").getBytes(StandardCharsets.UTF_8);
    content[content.length - 3] = (byte) 0xFF;
    assertThat(((ManifestReading.Bad) read(content)).reason())
        .isEqualTo("manifest.toml: not UTF-8 text");
  }

  @Test
  void aByteOrderMarkAndWindowsLineEndsAreTaken() throws Exception {
    String windows = "\uFEFF" + (PLUGIN + "x = 1\n").replace("\n", "\r\n");
    assertThat(read(windows)).isInstanceOf(ManifestReading.Good.class);
    assertThat(read(windows).warnings())
        .containsExactly("manifest.toml:5: plugin.x: unknown and ignored");
  }

  @Test
  void nulCharactersAreRefusedRawAndEscaped() throws Exception {
    assertThat(reason(PLUGIN + "description = \"\0\"")).startsWith("manifest.toml:5: not valid");
    assertThat(reason(PLUGIN + "description = \"\\u0000\""))
        .isEqualTo("manifest.toml:5: plugin.description: expected a text without NUL characters");
  }

  @Test
  void aKeyThatIsThereTwiceIsRefusedAtItsSecondPlace() throws Exception {
    assertThat(reason(PLUGIN + "name = \"b\"\n"))
        .isEqualTo("manifest.toml:5: plugin.name: this key is there twice: expected it once");
    assertThat(reason(PLUGIN + "[plugin]\n")).startsWith("manifest.toml:5: not valid TOML");
  }

  @Test
  void whatIsNestedTooDeeplyIsRefused() throws Exception {
    assertThat(reason(PLUGIN + "a = " + "[".repeat(400_000))).contains("too deep");
    assertThat(reason(PLUGIN + "a" + ".a".repeat(400_000) + " = 1")).contains("too deep");
    assertThat(reason("[plugin" + ".a".repeat(400_000) + "]\n")).contains("too deep");
  }

  @Test
  void hugeNumbersAreRefusedAndNotComputed() throws Exception {
    assertThat(reason(PLUGIN.replace("= 2", "= " + "9".repeat(500)))).contains("abi_version");
    assertThat(reason(PLUGIN.replace("= 2", "= " + "9".repeat(900_000)))).contains(":4: not valid");
    assertThat(reason(PLUGIN.replace("= 2", "= 1e999999999"))).contains("abi_version");
    assertThat(reason(PLUGIN.replace("= 2", "= 0x" + "f".repeat(900_000)))).contains(":4: not");
  }

  @Test
  void textFromTheFileIsEscapedAndCut() throws Exception {
    String escape = "\\u001b[31m";
    String reason = reason(PLUGIN.replace("1.4.0", escape + "x".repeat(9_000)));
    assertThat(reason).doesNotContain("\u001b").contains("\\u001b[31m").hasSizeLessThan(300);
    assertThat(read(PLUGIN + "\"" + escape + "\" = 1\n").warnings().toString())
        .doesNotContain("\u001b")
        .contains("\\u001b[31m");
  }

  @Test
  void manyUnknownKeysAreCountedAndNotAllTold() throws Exception {
    StringBuilder toml = new StringBuilder(PLUGIN);
    for (int i = 0; i < 70_000; i++) {
      toml.append("k").append(i).append(" = 1\n");
    }
    assertThat(read(toml.toString()).warnings())
        .hasSize(51)
        .last()
        .isEqualTo("manifest.toml: 69950 more warnings of this kind");
  }
}
