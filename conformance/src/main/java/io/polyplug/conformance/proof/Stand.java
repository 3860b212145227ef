package io.polyplug.conformance.proof;

import io.polyplug.ainb.AinbContract;
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
import java.util.Locale;
import java.util.Optional;

/** How the program is bound and called under each contract. */
enum Stand {
  RUNE(Tongue.RUNE, "ask") {
    @Override
    Contract contract() {
      return new RuneContract();
    }

    @Override
    String keys(Program program, Pace pace) {
      return command(program)
          + times(pace, "timeout", "launch_timeout", "handshake_timeout")
          + "teardown_timeout = \"1s\"\n";
    }

    @Override
    boolean perCall() {
      return true;
    }
  },
  BOWIRE(Tongue.BOWIRE, "Proof/ask") {
    @Override
    Contract contract() {
      return new BowireContract();
    }

    @Override
    String keys(Program program, Pace pace) {
      return command(program)
          + times(pace, "initialize_timeout")
          + "shutdown_timeout = \"500ms\"\nstream_messages = 10000\n";
    }
  },
  AINB(Tongue.AINB, "cli/ask") {
    @Override
    Contract contract() {
      return new AinbContract();
    }

    @Override
    String keys(Program program, Pace pace) {
      return "path = %s\n".formatted(quoted(program.folder().toString()))
          + times(pace, "init_timeout")
          + "frame_write_timeout = \"2s\"\nshutdown_grace = \"500ms\"\nbackoff = [\"100ms\"]\nquarantine_at = 100\n";
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
  BENTO(Tongue.BENTO, "detect") {
    @Override
    Contract contract() {
      return new BentoContract();
    }

    @Override
    String keys(Program program, Pace pace) {
      return command(program) + times(pace, "query_timeout") + "shutdown_timeout = \"500ms\"\n";
    }

    @Override
    Json input(String text) {
      return Json.object(out -> out.writeStringProperty("dir", "/" + text));
    }
  },
  MCP(Tongue.MCP, "ask") {
    @Override
    Contract contract() {
      return new McpContract();
    }

    @Override
    String keys(Program program, Pace pace) {
      return command(program)
          + times(pace, "start_timeout", "probe_timeout")
          + "shutdown_timeout = \"500ms\"\n";
    }
  },
  OWN(Tongue.OWN, "ask") {
    @Override
    Contract contract() {
      return InterfaceContract.of("proof.own", 1, Questioned.class).build();
    }

    @Override
    String keys(Program program, Pace pace) {
      return command(program) + "timeout = \"%s\"\n".formatted(pace.forAnswers());
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
  };

  /** The deadline of a fault that nothing else tells. */
  static final Duration BRIEF = Duration.ofSeconds(1);

  private final Tongue tongue;
  private final String tool;

  Stand(Tongue tongue, String tool) {
    this.tongue = tongue;
    this.tool = tool;
  }

  static Stand of(String contract) {
    return valueOf(contract.toUpperCase(Locale.ROOT));
  }

  Tongue tongue() {
    return tongue;
  }

  String tool() {
    return tool;
  }

  abstract Contract contract();

  /** The keys of its table that only this contract has. */
  abstract String keys(Program program, Pace pace);

  /** Files that it needs besides its program. */
  void furnish(Program program) throws IOException {}

  String contractId() {
    return tongue.name().toLowerCase(Locale.ROOT);
  }

  /** Whether each call has a process of its own. */
  boolean perCall() {
    return false;
  }

  String binding(Program program, Pace pace) {
    return "[[plugin]]\ncontract = %s\n%s".formatted(quoted(contractId()), keys(program, pace));
  }

  Json input(String text) {
    return Json.object(out -> out.writeStringProperty("text", text));
  }

  /** A call with that number, padded to so many bytes. */
  ToolCall call(int number, int padding, Optional<Duration> timeout) {
    ToolCall call = ToolCall.of(input(Hostile.NUMBER + number + "-" + "x".repeat(padding)));
    return timeout.map(call::withTimeout).orElse(call);
  }

  static String command(Program program) {
    return "id = %s\ncommand = %s\n"
        .formatted(quoted(program.name()), quoted(program.file().toString()));
  }

  static String times(Pace pace, String... keys) {
    StringBuilder lines = new StringBuilder();
    for (String key : keys) {
      lines.append(key).append(" = \"").append(pace.text());
      lines.append("\"\n");
    }
    return lines.toString();
  }

  static String quoted(String text) {
    return Json.string(text).toString();
  }

  static Path configuration(Path folder) {
    return folder.resolve("polyplug.toml");
  }
}
