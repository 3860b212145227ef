package io.polyplug.process.internal;

import io.polyplug.base.UntrustedText;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.LaunchFailure.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Looks at a file as the kernel would that is asked to execute it. */
public final class ProgramFile {
  /** How much of the first line Linux looks at. */
  private static final int HEAD_BYTES = 256;

  private ProgramFile() {}

  /** What keeps the file from being executed, as far as its rights tell. */
  public static Optional<LaunchFailure> problemOfRights(Path program) {
    String name = UntrustedText.escape(program.toString());
    if (!Files.exists(program)) {
      return failure(Reason.NOT_FOUND, name + " does not exist" + nearest(program));
    }
    if (Files.isDirectory(program)) {
      return failure(Reason.IS_DIRECTORY, name + " is a folder; name the program inside it.");
    }
    if (!Files.isRegularFile(program)) {
      return failure(Reason.NOT_A_PROGRAM, name + " is neither a file nor a link to one.");
    }
    if (!Files.isExecutable(program)) {
      return failure(Reason.NOT_EXECUTABLE, name + " may not be executed; run chmod +x " + name);
    }
    return Optional.empty();
  }

  /** What keeps the file from being executed, as far as its rights and first bytes tell. */
  public static Optional<LaunchFailure> problem(Path program) {
    Optional<LaunchFailure> rights = problemOfRights(program);
    if (rights.isPresent()) {
      return rights;
    }
    String name = UntrustedText.escape(program.toString());
    byte[] head;
    try (InputStream in = Files.newInputStream(program)) {
      head = in.readNBytes(HEAD_BYTES);
    } catch (IOException unreadable) {
      // A program may be executable without being readable.
      return Optional.empty();
    }
    if (head.length >= 2 && head[0] == '#' && head[1] == '!') {
      return script(name, head);
    }
    if (ElfFile.isElf(head)) {
      return ElfFile.problem(program, name, head);
    }
    return isForeignBinary(head) ? Optional.empty() : noFormat(name, head);
  }

  private static String nearest(Path program) {
    Path folder = program.getParent();
    Path file = program.getFileName();
    if (folder == null || file == null) {
      return ".";
    }
    return NearestName.in(List.of(folder), file.toString())
        .map(found -> "; did you mean " + UntrustedText.escape(found) + "?")
        .orElse("; install it or correct the path.");
  }

  private static Optional<LaunchFailure> script(String name, byte[] head) {
    int end = 2;
    while (end < head.length && head[end] != '\n') {
      end++;
    }
    String line = new String(head, 2, end - 2, StandardCharsets.UTF_8);
    boolean crlf = line.endsWith("\r");
    String[] words = line.trim().split("[ \t]+", 2);
    String interpreter = words[0];
    if (crlf) {
      return failure(
          Reason.CRLF_SHEBANG,
          name
              + " has Windows line ends, so that its first line names an interpreter that does not"
              + " exist; convert it with sed -i 's/\\r$//' "
              + name);
    }
    if (interpreter.isEmpty()) {
      return failure(
          Reason.NOT_A_PROGRAM,
          name + " names no interpreter after #!; write for example #!/bin/sh as its first line.");
    }
    if (!isProgram(interpreter)) {
      return failure(
          Reason.MISSING_INTERPRETER,
          name
              + " wants the interpreter "
              + UntrustedText.escape(interpreter)
              + ", which is not there; install it or change the first line.");
    }
    return Optional.empty();
  }

  private static boolean isProgram(String interpreter) {
    try {
      Path path = Path.of(interpreter);
      return Files.isExecutable(path) && !Files.isDirectory(path);
    } catch (InvalidPathException unwritable) {
      return false;
    }
  }

  /** Mach-O and its fat form: what a Mac executes is not judged here. */
  private static boolean isForeignBinary(byte[] head) {
    if (head.length < 4) {
      return false;
    }
    int magic =
        (head[0] & 0xFF) << 24 | (head[1] & 0xFF) << 16 | (head[2] & 0xFF) << 8 | (head[3] & 0xFF);
    boolean machO = magic == 0xCFFAEDFE || magic == 0xCEFAEDFE || magic == 0xCAFEBABE;
    return machO && System.getProperty("os.name", "").startsWith("Mac");
  }

  private static Optional<LaunchFailure> noFormat(String name, byte[] head) {
    if (head.length == 0) {
      return failure(Reason.NOT_A_PROGRAM, name + " is empty; build or install it again.");
    }
    return failure(
        Reason.NOT_A_PROGRAM,
        isText(head)
            ? name
                + " is a text without a first line that names its interpreter; begin it with for"
                + " example #!/bin/sh"
            : name + " is in no form that this system executes; get a build for this system.");
  }

  private static boolean isText(byte[] head) {
    for (byte b : head) {
      if (b == 0) {
        return false;
      }
    }
    return true;
  }

  static Optional<LaunchFailure> failure(Reason reason, String sentence) {
    return Optional.of(new LaunchFailure(reason, sentence));
  }
}
