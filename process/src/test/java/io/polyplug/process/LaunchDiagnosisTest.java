package io.polyplug.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.process.LaunchFailure.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Each sentence is what a start reports too, and names the fix. */
@EnabledOnOs(OS.LINUX)
class LaunchDiagnosisTest {
  private static final int X86_64 = 62;
  private static final int ARM64 = 183;
  private static final int RISC_V = 243;

  @TempDir Path folder;

  @Test
  void aGoodProgramHasNoProblem() {
    assertThat(LaunchDiagnosis.examine(ProcessSpec.of(Path.of("/bin/sh")).build())).isEmpty();
  }

  @Test
  void notFoundNamesTheNearestName() throws Exception {
    executable("plugin", "#!/bin/sh\n");
    expect(
        folder.resolve("plugni"),
        Reason.NOT_FOUND,
        folder + "/plugni does not exist; did you mean plugin?");
    expect(
        folder.resolve("other"),
        Reason.NOT_FOUND,
        folder + "/other does not exist; install it or correct the path.");
  }

  @Test
  void aFolderIsNoProgram() {
    expect(folder, Reason.IS_DIRECTORY, folder + " is a folder; name the program inside it.");
  }

  @Test
  void aMissingRightSaysChmod() throws Exception {
    Path file = Files.writeString(folder.resolve("p"), "#!/bin/sh\n");
    expect(file, Reason.NOT_EXECUTABLE, file + " may not be executed; run chmod +x " + file);
  }

  @Test
  void aMissingInterpreterIsNamed() throws Exception {
    Path file = executable("p", "#! /opt/none/python -u\nprint()\n");
    expect(
        file,
        Reason.MISSING_INTERPRETER,
        file
            + " wants the interpreter /opt/none/python, which is not there; install it or change"
            + " the first line.");
  }

  @Test
  void windowsLineEndsInTheFirstLineAreNamed() throws Exception {
    Path file = executable("p", "#!/bin/sh\r\necho\r\n");
    expect(
        file,
        Reason.CRLF_SHEBANG,
        file
            + " has Windows line ends, so that its first line names an interpreter that does not"
            + " exist; convert it with sed -i 's/\\r$//' "
            + file);
  }

  @Test
  void aTextWithoutAFirstLineThatNamesItsInterpreterIsNoProgram() throws Exception {
    Path file = executable("p", "echo hello\n");
    expect(
        file,
        Reason.NOT_A_PROGRAM,
        file
            + " is a text without a first line that names its interpreter; begin it with for"
            + " example #!/bin/sh");
  }

  @Test
  void anEmptyFileIsNoProgram() throws Exception {
    Path file = executable("p", "");
    expect(file, Reason.NOT_A_PROGRAM, file + " is empty; build or install it again.");
  }

  @Test
  void anotherMachinesProgramNamesBothMachines() throws Exception {
    Path file = elf(RISC_V, "/lib/ld.so");
    expect(
        file,
        Reason.WRONG_ARCHITECTURE,
        file
            + " is built for RISC-V but this machine is "
            + System.getProperty("os.arch")
            + "; get the build for this machine.");
  }

  @Test
  void aMissingLoaderIsNamed() throws Exception {
    int here = System.getProperty("os.arch").equals("aarch64") ? ARM64 : X86_64;
    Path file = elf(here, "/lib/ld-none.so.1");
    expect(
        file,
        Reason.MISSING_LOADER,
        file
            + " needs the loader /lib/ld-none.so.1, which is not there; install its C library or"
            + " get a build for this system's.");
  }

  @Test
  void aBadWorkingFolderIsNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    expectFolder(folder.resolve("none"), " does not exist; create it or name another.");
    expectFolder(file, " is not a folder; name one that is.");
  }

  @Test
  void tooManyOpenFilesSaysUlimit() {
    LaunchFailure failure = LaunchDiagnosis.failure(ProcessSpec.of(Path.of("/bin/sh")).build(), 24);
    assertThat(failure.reason()).isEqualTo(Reason.TOO_MANY_FILES);
    assertThat(failure)
        .hasMessage(
            "Too many files are open to start /bin/sh; raise the limit with ulimit -n or run fewer"
                + " processes.");
  }

  @Test
  void aHostileNameIsEscaped() {
    Path evil = folder.resolve("a\u001b[2Jb");
    assertThat(LaunchDiagnosis.examineFile(evil).orElseThrow())
        .hasMessageContaining("a\\u001b[2Jb");
  }

  private void expectFolder(Path where, String problem) {
    ProcessSpec spec = ProcessSpec.of(Path.of("/bin/sh")).folder(where).build();
    expect(spec, Reason.BAD_FOLDER, "The working folder " + where + problem);
  }

  private static void expect(Path program, Reason reason, String sentence) {
    expect(ProcessSpec.of(program).build(), reason, sentence);
  }

  /** Before a start, and from the start itself. */
  private static void expect(ProcessSpec spec, Reason reason, String sentence) {
    LaunchFailure before = LaunchDiagnosis.examine(spec).orElseThrow();
    assertThat(before).hasMessage(sentence);
    assertThat(before.reason()).isEqualTo(reason);
    try (Child child = Spawner.platform().start(spec)) {
      throw new AssertionError(child + " was started");
    } catch (LaunchFailure after) {
      assertThat(after).hasMessage(sentence);
      assertThat(after.reason()).isEqualTo(reason);
    }
  }

  private Path executable(String name, String text) throws IOException {
    return executable(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private Path executable(String name, byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve(name), bytes);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  /** A 64-bit header, one program header that names the loader, and the name. */
  private Path elf(int machine, String loader) throws IOException {
    byte[] name = (loader + '\0').getBytes(StandardCharsets.US_ASCII);
    ByteBuffer file = ByteBuffer.allocate(64 + 56 + name.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1});
    file.putShort(16, (short) 2).putShort(18, (short) machine).putInt(20, 1);
    file.putLong(32, 64).putShort(52, (short) 64).putShort(54, (short) 56);
    file.putShort(56, (short) 1);
    file.putInt(64, 3).putLong(64 + 8, 64 + 56).putLong(64 + 32, name.length);
    file.put(64 + 56, name);
    return executable("elf", file.array());
  }
}
