package io.polyplug.bench.scenario;

import io.polyplug.process.Child;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What spawn.c is in C, in Java: once with our spawner and once with the JDK's. */
public final class StarterProgram {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private StarterProgram() {}

  /** A way to start a child. */
  private interface Way {
    /** Starts one that goes on; what is returned keeps its pipes. */
    Object idle() throws Exception;

    /** Starts one and sees its exit. */
    void startAndExit() throws Exception;
  }

  /** Which way, the echo program, and how many idle children. */
  public static void main(String[] args) throws Exception {
    Path echo = Path.of(args[1]);
    Way way =
        switch (args[0]) {
          case "polyplug" -> new Ours(echo);
          case "ProcessBuilder" -> new Jdk(echo);
          default -> throw new IllegalArgumentException("unknown way " + args[0]);
        };
    List<Object> idle = new ArrayList<>();
    for (int i = Integer.parseInt(args[2]); i > 0; i--) {
      idle.add(way.idle());
    }
    System.out.println("ready");
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      int count = Integer.parseInt(order.substring(order.indexOf(' ') + 1));
      long[] taken = new long[count];
      for (int i = 0; i < count; i++) {
        long began = System.nanoTime();
        way.startAndExit();
        taken[i] = System.nanoTime() - began;
      }
      Arrays.sort(taken);
      System.out.println(taken[count / 2]);
    }
    // The idle children see the end of their input when this ends.
    System.exit(idle.isEmpty() ? 1 : 0);
  }

  /** Three pipes, a group of its own, a drained stderr. */
  private record Ours(ProcessSpec waiting, ProcessSpec exiting) implements Way {
    Ours(Path echo) {
      this(
          ProcessSpec.of(echo).arguments("idle").build(),
          ProcessSpec.of(echo).arguments("exit").build());
    }

    @Override
    public Object idle() throws Exception {
      return Spawner.platform().start(waiting);
    }

    @Override
    public void startAndExit() throws Exception {
      try (Child child = Spawner.platform().start(exiting)) {
        if (child.awaitExit(PATIENCE).isEmpty()) {
          throw new IllegalStateException("a child that exits at once did not");
        }
      }
    }
  }

  /** Three pipes. */
  private record Jdk(Path echo) implements Way {
    @Override
    public Object idle() throws Exception {
      return new ProcessBuilder(echo.toString(), "idle").start();
    }

    @Override
    public void startAndExit() throws Exception {
      Process process = new ProcessBuilder(echo.toString(), "exit").start();
      process.waitFor();
      process.getOutputStream().close();
      process.getInputStream().close();
      process.getErrorStream().close();
    }
  }
}
