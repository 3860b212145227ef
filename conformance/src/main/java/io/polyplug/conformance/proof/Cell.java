package io.polyplug.conformance.proof;

import io.polyplug.base.Clock;
import io.polyplug.base.Deadline;
import io.polyplug.conformance.proof.hostile.Hostile;
import io.polyplug.conformance.proof.hostile.Moment;
import io.polyplug.conformance.proof.hostile.Sin;
import io.polyplug.host.Plugin;
import io.polyplug.host.PluginException;
import io.polyplug.host.PluginFailure;
import io.polyplug.host.PluginHost;
import io.polyplug.host.ToolCall;
import io.polyplug.host.ToolStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tests one fault: a host of its own with the bad plugin and a good neighbour, the fault, what is
 * seen of it, the way back, and what is left. Of one thread; ends all that it started.
 */
final class Cell {
  private static final String BAD = "sinner";
  private static final String GOOD = "neighbour";
  private static final int BIG = 8_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final Duration TO_BE_GONE = Duration.ofSeconds(5);

  private final Fault fault;
  private final Stand stand;
  private final Heap heap;
  private final Clock clock;
  private final Tampering tampering;
  private final List<String> problems = new ArrayList<>();
  private final Program bad;
  private final Program good;
  private final Path folder;
  private final int slowness;

  /** What a test of the proof itself does to the two plugins before the host is made. */
  interface Tampering {
    void with(Program bad, Program good) throws IOException;
  }

  /**
   * In an empty folder.
   *
   * @param slowness how many times the usual deadlines what is to be late gets
   */
  Cell(Fault fault, Path folder, Heap heap, Clock clock, Tampering tampering, int slowness)
      throws IOException {
    this.fault = fault;
    this.slowness = slowness;
    this.stand = Stand.of(fault.contract());
    this.heap = heap;
    this.clock = clock;
    this.tampering = tampering;
    this.folder = folder;
    this.bad = Program.in(folder, stand.speaks(), BAD);
    this.good = Program.in(folder, stand.speaks(), GOOD);
  }

  CellResult run() throws IOException, InterruptedException {
    stand.furnish(bad);
    stand.furnish(good);
    good.write(true);
    tempt();
    tampering.with(bad, good);
    Files.writeString(
        Stand.configuration(folder),
        stand.binding(bad, pace().times(slowness)) + "\n" + stand.binding(good, Pace.PATIENT));
    CellResult result;
    try (PluginHost host =
        PluginHost.builder()
            .contract(stand.contract())
            .configFile(Stand.configuration(folder))
            .clock(clock)
            .build()) {
      result = under(host);
    }
    gone(Processes.of(bad.diary(), Optional.empty()), "after the host was closed");
    gone(
        Processes.of(good.diary(), Optional.empty()), "of the neighbour after the host was closed");
    return CellResult.tested(
        fault,
        result.outcome(),
        result.recovery(),
        result.sentence(),
        result.detected(),
        result.recovered(),
        problems);
  }

  /** What is called with a deadline of its own needs no short ones for its starts. */
  private Pace pace() {
    if (!fault.waits()) {
      return Pace.PATIENT;
    }
    boolean byContract = stand.life().isOfCall(fault.sin()) || fault.sin().moment() == Moment.START;
    return byContract ? Pace.BRIEF : Pace.BRISK;
  }

  private void tempt() throws IOException {
    if (fault.sin().moment() == Moment.LAUNCH) {
      if (fault.sin() == Sin.NOT_EXECUTABLE) {
        bad.write(false);
      }
    } else {
      Files.writeString(bad.diary().wish(), fault.sin().name());
      bad.write(true);
    }
  }

  private void redeem() throws IOException {
    Files.deleteIfExists(bad.diary().wish());
    bad.write(true);
  }

  private CellResult under(PluginHost host) throws IOException, InterruptedException {
    Plugin plugin = host.plugin(BAD);
    try (Neighbour neighbour = new Neighbour(stand, host.plugin(GOOD))) {
      Optional<Long> before = warmUp(plugin);
      long from = clock.nanoTime();
      Seen seen = seen(plugin);
      Duration detected = Duration.ofNanos(clock.nanoTime() - from);
      heap.problem(fault.sin()).ifPresent(problems::add);
      expect("the outcome", fault.outcome(), seen.outcome());
      if (fault.sin() == Sin.PUBLISHES_ELSEWHERE && host.bus().latest("proof.other").isPresent()) {
        problems.add("what it published is on the bus");
      }
      if (!sinned()) {
        problems.add("the plugin was good: it did not do what the cell is about");
      }
      redeem();
      long lost = clock.nanoTime();
      Way way = new Way(stand, plugin, brief());
      String recovery = way.back(before, fault.recovery());
      Duration recovered = Duration.ofNanos(clock.nanoTime() - lost);
      expect("the recovery", fault.recovery().words(), recovery);
      if (stand.life().leavesNothing(recovery)) {
        gone(Processes.of(bad.diary(), way.pid()), "of its earlier life");
      }
      neighbour.problem().ifPresent(problems::add);
      return CellResult.tested(
          fault, seen.outcome(), recovery, seen.sentence(), detected, recovered, problems);
    }
  }

  /** A caller may have given up before a busy machine came to the plugin. */
  private boolean sinned() throws InterruptedException {
    Deadline deadline = Deadline.in(TO_BE_GONE, clock);
    boolean sinned = fault.sin().moment() == Moment.LAUNCH;
    while (!sinned && !deadline.left().isZero()) {
      sinned = Files.exists(bad.diary().confession());
      if (!sinned) {
        Thread.sleep(LOOK_AGAIN);
      }
    }
    return sinned;
  }

  private void expect(String what, String expected, String seen) {
    if (!expected.equals(seen)) {
      problems.add("%s: expected %s, seen %s".formatted(what, expected, seen));
    }
  }

  private void gone(List<Long> pids, String when) throws InterruptedException {
    List<Long> left = Processes.survivors(pids, Deadline.in(TO_BE_GONE, clock));
    if (!left.isEmpty()) {
      problems.add("processes %s are left: %s".formatted(when, left));
    }
  }

  /** Who answers before the fault, where somebody does. */
  private Optional<Long> warmUp(Plugin plugin) {
    return stand.life().isThereBefore(fault.sin().moment())
        ? Optional.of(
            Answer.of(
                    plugin
                        .tool(stand.tool())
                        .call(stand.call(Hostile.GOOD, 0, Optional.of(PATIENCE))))
                .pid())
        : Optional.empty();
  }

  /** What came of it, and the host's own words. */
  private record Seen(String outcome, String sentence) {}

  private Seen seen(Plugin plugin) throws IOException, InterruptedException {
    try {
      return switch (fault.sin().moment()) {
        case STREAM -> stream(plugin);
        case END -> stand.life().isOfCall(fault.sin()) ? call(plugin) : end(plugin);
        case LAUNCH, START, HANDSHAKE, CALL, ADAPTER, OTHER -> call(plugin);
      };
    } catch (PluginFailure failure) {
      return new Seen(failure.code(), failure.failure().message());
    } catch (PluginException error) {
      return new Seen(Fault.ERROR + error.code(), String.valueOf(error.getMessage()));
    }
  }

  private Duration brief() {
    return Stand.BRIEF.multipliedBy(slowness);
  }

  private Optional<Duration> limit() {
    // A start that is to be late is told by the contract's own deadline.
    boolean inCall =
        switch (fault.sin().moment()) {
          case CALL, ADAPTER -> !stand.life().isOfCall(fault.sin());
          case LAUNCH, START, HANDSHAKE, STREAM, END, OTHER -> false;
        };
    return Optional.of(fault.waits() && inCall ? brief() : PATIENCE);
  }

  private Seen call(Plugin plugin) {
    boolean big = fault.sin() == Sin.NEVER_READS || fault.sin() == Sin.ANSWERS_UNREAD;
    int padding = big ? BIG : 0;
    ToolCall call = stand.call(1, padding, limit()).withProgress(progress -> {});
    Answer answer = Answer.of(plugin.tool(stand.tool()).call(call));
    return new Seen(answer.number() == 1 ? Fault.ANSWERED : "another answer", "");
  }

  private Seen stream(Plugin plugin) {
    int messages = 0;
    try (ToolStream stream =
        plugin.tool(stand.tool()).stream(stand.call(1, 0, Optional.of(PATIENCE)))) {
      if (fault.sin() == Sin.STREAM_FLOODS) {
        // Answered behind the flood: all of it has come, and nobody has read any.
        warmUp(plugin);
      }
      Duration wait = fault.waits() ? brief() : PATIENCE;
      while (stream.next(wait).isPresent()) {
        messages++;
      }
    }
    return new Seen(messages == 2 ? Fault.STREAMED : "streamed " + messages, "");
  }

  private Seen end(Plugin plugin) throws IOException, InterruptedException {
    plugin.disable();
    plugin.awaitSettled(PATIENCE);
    List<Long> left =
        Processes.survivors(
            Processes.of(bad.diary(), Optional.empty()), Deadline.in(TO_BE_GONE, clock));
    return new Seen(left.isEmpty() ? Fault.ENDED : "not ended", "");
  }
}
