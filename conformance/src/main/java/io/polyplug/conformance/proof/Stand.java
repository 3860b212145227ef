package io.polyplug.conformance.proof;

import io.polyplug.ainb.AinbContract;
import io.polyplug.bab.BabContract;
import io.polyplug.bento.BentoContract;
import io.polyplug.bowire.BowireContract;
import io.polyplug.conformance.proof.hostile.Hostile;
import io.polyplug.conformance.proof.hostile.Tongue;
import io.polyplug.host.Contract;
import io.polyplug.host.ToolCall;
import io.polyplug.mcp.McpContract;
import io.polyplug.own.InterfaceContract;
import io.polyplug.rune.RuneContract;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** How the program is bound and called under each contract. */
@SuppressWarnings("ImmutableEnumChecker") // What is given to the constants never changes.
enum Stand {
  RUNE(
      Tongue.RUNE.name(),
      "ask",
      RuneContract::new,
      List.of("timeout", "launch_timeout", "handshake_timeout"),
      "teardown_timeout = \"1s\"\n") {
    @Override
    Life life() {
      return Life.PER_CALL;
    }
  },
  BOWIRE(
      Tongue.BOWIRE.name(),
      "Proof/ask",
      BowireContract::new,
      List.of("initialize_timeout"),
      "shutdown_timeout = \"500ms\"\nstream_messages = 10000\n"),
  AINB(
      Tongue.AINB.name(),
      "cli/ask",
      AinbContract::new,
      List.of("init_timeout"),
      """
      frame_write_timeout = "2s"
      shutdown_grace = "500ms"
      backoff = ["100ms"]
      quarantine_at = 100
      """) {
    @Override
    String place(Program program) {
      return "path = %s\n".formatted(quoted(program.folder().toString()));
    }

    @Override
    void furnish(Program program) throws IOException {
      Files.writeString(
          program.folder().resolve("manifest.toml"),
          """
          [plugin]
          name = "%s"
          version = "1.0.0"
          abi_version = 2
          description = "Proves its host."

          [capabilities]
          event_bus = ["proof.mine"]

          [provides]
          cli_namespaces = ["ask"]
          snapshots = ["proof.mine"]
          """
              .formatted(program.name()));
    }

    @Override
    Json input(String text) {
      return Json.object(
          out -> {
            out.writeArrayPropertyStart("argv");
            out.writeString(text);
            out.writeEndArray();
          });
    }
  },
  BENTO(
      Tongue.BENTO.name(),
      "detect",
      BentoContract::new,
      List.of("query_timeout"),
      "shutdown_timeout = \"500ms\"\n") {
    @Override
    Json input(String text) {
      return Json.object(out -> out.writeStringProperty("dir", "/" + text));
    }
  },
  MCP(
      Tongue.MCP.name(),
      "ask",
      McpContract::new,
      List.of("start_timeout", "probe_timeout"),
      "shutdown_timeout = \"500ms\"\n"),
  OWN(
      Tongue.OWN.name(),
      "ask",
      () -> InterfaceContract.of("proof.own", 1, Questioned.class).build(),
      List.of(),
      "") {
    @Override
    String times(Pace pace) {
      return "timeout = \"%s\"\n".formatted(pace.forAnswers());
    }

    @Override
    String contractId() {
      return "proof.own";
    }

    @Override
    Json input(String text) {
      return Json.write(
          out -> {
            out.writeStartArray();
            out.writeString(text);
            out.writeEndArray();
          });
    }
  },
  BAB(Hostile.DELEGATE, "default", BabContract::new, List.of("timeout"), "") {
    @Override
    Life life() {
      return Life.BEHIND_ADAPTER;
    }

    @Override
    Optional<String> missing() {
      return Delegate.missing();
    }

    @Override
    String place(Program program) {
      return "path = %s\n".formatted(quoted(program.folder().toString()));
    }

    @Override
    void furnish(Program program) throws IOException {
      Delegate.furnish(program);
    }

    @Override
    Json input(String text) {
      return Json.object(out -> out.writeStringProperty("prompt", text));
    }
  };

  /** The deadline of a fault that nothing else tells. */
  static final Duration BRIEF = Duration.ofSeconds(1);

  private final String speaks;
  private final String tool;
  private final Supplier<Contract> contract;
  private final List<String> waits;
  private final String otherKeys;

  /**
   * @param speaks what the program is told to be
   * @param waits the keys of its table for how long is waited for it
   * @param otherKeys more lines of that table
   */
  Stand(
      String speaks,
      String tool,
      Supplier<Contract> contract,
      List<String> waits,
      String otherKeys) {
    this.speaks = speaks;
    this.tool = tool;
    this.contract = contract;
    this.waits = waits;
    this.otherKeys = otherKeys;
  }

  static Stand of(String contract) {
    return valueOf(contract.toUpperCase(Locale.ROOT));
  }

  String speaks() {
    return speaks;
  }

  String tool() {
    return tool;
  }

  Contract contract() {
    return contract.get();
  }

  /** Files that it needs besides its program. */
  void furnish(Program program) throws IOException {}

  String contractId() {
    return name().toLowerCase(Locale.ROOT);
  }

  Life life() {
    return Life.KEPT;
  }

  /** What this machine would need to test it, if that is not there. */
  Optional<String> missing() {
    return Optional.empty();
  }

  String binding(Program program, Pace pace) {
    return "[[plugin]]\ncontract = %s\n".formatted(quoted(contractId()))
        + place(program)
        + times(pace)
        + otherKeys;
  }

  Json input(String text) {
    return Json.object(out -> out.writeStringProperty("text", text));
  }

  /** A call with that number, padded to so many bytes. */
  ToolCall call(int number, int padding, Optional<Duration> timeout) {
    ToolCall call = ToolCall.of(input(Hostile.NUMBER + number + "-" + "x".repeat(padding)));
    return timeout.map(call::withTimeout).orElse(call);
  }

  /** Where its program is. */
  String place(Program program) {
    return "id = %s\ncommand = %s\n"
        .formatted(quoted(program.name()), quoted(program.file().toString()));
  }

  String times(Pace pace) {
    return waits.stream()
        .map(it -> "%s = \"%s\"\n".formatted(it, pace.text()))
        .collect(Collectors.joining());
  }

  static String quoted(String text) {
    return Json.string(text).toString();
  }

  static Path configuration(Path folder) {
    return folder.resolve("polyplug.toml");
  }
}
