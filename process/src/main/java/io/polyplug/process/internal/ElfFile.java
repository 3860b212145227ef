package io.polyplug.process.internal;

import io.polyplug.base.UntrustedText;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.LaunchFailure.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads as much of an ELF file as tells whether this machine can load it. */
final class ElfFile {
  private static final int CLASS = 4;
  private static final int DATA = 5;
  private static final int MACHINE = 18;
  private static final int HEADER_BYTES = 64;
  private static final int PT_INTERP = 3;
  private static final int MOST_HEADERS = 64;
  private static final int MOST_NAME_BYTES = 4096;

  private ElfFile() {}

  static boolean isElf(byte[] head) {
    return head.length >= HEADER_BYTES
        && head[0] == 0x7F
        && head[1] == 'E'
        && head[2] == 'L'
        && head[3] == 'F';
  }

  static Optional<LaunchFailure> problem(Path program, String name, byte[] head) {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return ProgramFile.failure(
          Reason.WRONG_ARCHITECTURE, name + " is a program for Linux; build it for this system.");
    }
    ByteBuffer header = ByteBuffer.wrap(head).order(order(head));
    int machine = header.getShort(MACHINE) & 0xFFFF;
    if (!runsHere(machine)) {
      return ProgramFile.failure(
          Reason.WRONG_ARCHITECTURE,
          name
              + " is built for "
              + machineName(machine)
              + " but this machine is "
              + System.getProperty("os.arch")
              + "; get the build for this machine.");
    }
    return loader(program, header, head[CLASS] == 2)
        .filter(path -> !Files.exists(Path.of(path)))
        .flatMap(
            path ->
                ProgramFile.failure(
                    Reason.MISSING_LOADER,
                    name
                        + " needs the loader "
                        + UntrustedText.escape(path)
                        + ", which is not there; install its C library or get a build for this"
                        + " system's."));
  }

  private static ByteOrder order(byte[] head) {
    return head[DATA] == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /** A 64-bit x86 machine runs 32-bit programs too, if it has their loader. */
  private static boolean runsHere(int machine) {
    return switch (System.getProperty("os.arch", "")) {
      case "amd64" -> machine == 62 || machine == 3;
      case "aarch64" -> machine == 183 || machine == 40;
      default -> true;
    };
  }

  private static String machineName(int machine) {
    return switch (machine) {
      case 3 -> "x86 (32 bit)";
      case 8 -> "MIPS";
      case 20, 21 -> "PowerPC";
      case 22 -> "s390x";
      case 40 -> "ARM (32 bit)";
      case 62 -> "x86-64";
      case 183 -> "ARM64";
      case 243 -> "RISC-V";
      default -> "machine number " + machine;
    };
  }

  /** The loader that the file names, if it names one. */
  private static Optional<String> loader(Path program, ByteBuffer header, boolean wide) {
    long table = wide ? header.getLong(32) : header.getInt(28) & 0xFFFF_FFFFL;
    int size = header.getShort(wide ? 54 : 42) & 0xFFFF;
    int count = Math.min(MOST_HEADERS, header.getShort(wide ? 56 : 44) & 0xFFFF);
    if (table < 0 || size < (wide ? 56 : 32)) {
      return Optional.empty();
    }
    try (FileChannel file = FileChannel.open(program)) {
      for (int i = 0; i < count; i++) {
        ByteBuffer entry = read(file, table + (long) i * size, size).order(header.order());
        if (entry.limit() == size && entry.getInt(0) == PT_INTERP) {
          long at = wide ? entry.getLong(8) : entry.getInt(4) & 0xFFFF_FFFFL;
          long length = wide ? entry.getLong(32) : entry.getInt(16) & 0xFFFF_FFFFL;
          return at < 0 || length < 2 || length > MOST_NAME_BYTES
              ? Optional.empty()
              : Optional.of(text(read(file, at, (int) length)));
        }
      }
    } catch (IOException unreadable) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static ByteBuffer read(FileChannel file, long at, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining() && file.read(bytes, at + bytes.position()) >= 0) {
      // Short reads go on where they ended.
    }
    return bytes.flip();
  }

  private static String text(ByteBuffer bytes) {
    String name = StandardCharsets.UTF_8.decode(bytes).toString();
    int end = name.indexOf('\0');
    return end < 0 ? name : name.substring(0, end);
  }
}
