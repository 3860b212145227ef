package io.polyplug.conformance.proof;

import io.polyplug.conformance.proof.hostile.Sin;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Which faults are tested under which contract, and what is to come of each: the table {@code
 * matrix.txt}, in which a column is a contract and a line a fault.
 */
public final class Matrix {
  /** All cells, contract by contract. */
  public static final List<Fault> ALL = List.copyOf(read());

  private Matrix() {}

  /** The contracts, in their order. */
  public static List<String> contracts() {
    return ALL.stream().map(Fault::contract).distinct().toList();
  }

  private static List<Fault> read() {
    List<String[]> lines = new ArrayList<>();
    for (String line : text().split("\n", -1)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        lines.add(line.strip().split(" +", -1));
      }
    }
    String[] contracts = lines.removeFirst();
    List<Fault> all = new ArrayList<>();
    for (int column = 1; column < contracts.length; column++) {
      for (String[] line : lines) {
        if (!line[column].equals("-")) {
          all.add(fault(contracts[column], line[0], line[column]));
        }
      }
    }
    return all;
  }

  private static Fault fault(String contract, String sin, String cell) {
    int last = cell.length() - 1;
    Recovery recovery =
        switch (cell.charAt(last)) {
          case '=' -> Recovery.SAME_PROCESS;
          case '+' -> Recovery.NEW_PROCESS;
          case '!' -> Recovery.RELOAD;
          case '~' -> Recovery.OFF_AND_ON;
          default -> throw new IllegalStateException(cell);
        };
    return new Fault(
        contract,
        Sin.valueOf(sin.toUpperCase(Locale.ROOT).replace('-', '_')),
        cell.substring(0, last),
        recovery);
  }

  private static String text() {
    try (InputStream in = Matrix.class.getResourceAsStream("matrix.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
