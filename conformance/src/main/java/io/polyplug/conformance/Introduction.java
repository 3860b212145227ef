package io.polyplug.conformance;

import io.polyplug.base.Clock;
import io.polyplug.bento.protocol.BentoProtocol;
import io.polyplug.bowire.protocol.BowireProtocol;
import io.polyplug.bowire.protocol.Initialize;
import io.polyplug.conformance.Conversation.Received;
import io.polyplug.mcp.protocol.McpDialect;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.Spawner;
import io.polyplug.rune.protocol.HandshakeRequest;
import io.polyplug.rune.protocol.HandshakeResponse;
import io.polyplug.rune.protocol.MalformedLine;
import io.polyplug.rune.protocol.RuneProtocol;
import io.polyplug.rune.protocol.WhiteSpace;
import io.polyplug.wire.Framing;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the commands of a contract are bound, and how they say what they are called. */
enum Introduction {
  RUNE {
    @Override
    Framing framing() {
      return RuneProtocol.FRAMING;
    }

    // Its environment is what is bound, and programs are mostly found by their PATH.
    @Override
    String more(Learned learned) {
      return """
      env = { PATH = { from_env = "PATH" } }
      capabilities = %s
      timeout = "30s"
      handshake_timeout = "10s"
      teardown_timeout = "5s"
      """
          .formatted(
              CommandBinding.list(
                  learned.capabilities().stream()
                      .filter(WhiteSpace::isCanonical)
                      .distinct()
                      .toList()));
    }

    @Override
    Json question(String name) {
      return new HandshakeRequest(RuneProtocol.VERSION).toJson();
    }

    @Override
    Learned answer(byte[] frame) {
      try {
        return HandshakeResponse.read(frame)
            .manifest()
            .map(it -> new Learned(named(it.pluginId()), it.capabilities()))
            .orElse(Learned.NOTHING);
      } catch (MalformedLine e) {
        return Learned.NOTHING;
      }
    }
  },
  BOWIRE {
    @Override
    Framing framing() {
      return BowireProtocol.framing();
    }

    @Override
    Json question(String name) {
      return JsonRpc.request(
          1, BowireProtocol.INITIALIZE, new Initialize("0.0.0", name, Map.of()).toJson());
    }

    @Override
    Learned answer(byte[] frame) {
      return result(frame, "id");
    }
  },
  BENTO {
    @Override
    Framing framing() {
      return BentoProtocol.framing();
    }

    // The id is what its file is called after the prefix.
    @Override
    String nameOf(String program) {
      return program.startsWith(BentoProtocol.FILE_PREFIX)
              && program.length() > BentoProtocol.FILE_PREFIX.length()
          ? program.substring(BentoProtocol.FILE_PREFIX.length())
          : program;
    }

    @Override
    Json question(String name) {
      return JsonRpc.request(
          1,
          BentoProtocol.INITIALIZE,
          Json.object(
              out -> {
                out.writeNumberProperty("protocol_version", BentoProtocol.VERSION);
                out.writeStringProperty("bento_version", BentoProtocol.COMPATIBLE_VERSION);
              }));
    }

    @Override
    Learned answer(byte[] frame) {
      return result(frame, "adapter_id");
    }
  },
  /** A server is called what its host calls it: there is nothing to learn. */
  MCP {
    @Override
    Framing framing() {
      return McpDialect.LINES;
    }

    @Override
    @Nullable Json question(String name) {
      return null;
    }

    @Override
    Learned answer(byte[] frame) {
      return Learned.NOTHING;
    }
  };

  /** So many notifications may come before the answer. */
  private static final int MOST_BEFORE = 100;

  /** That of a contract; empty if its plugins are folders. */
  static Optional<Introduction> of(String contract) {
    for (Introduction it : values()) {
      if (it.name().equalsIgnoreCase(contract)) {
        return Optional.of(it);
      }
    }
    return Optional.empty();
  }

  /** What a program of that name is called as long as it has not said. */
  String nameOf(String program) {
    return program;
  }

  /** Further keys of its table. */
  String more(Learned learned) {
    return "";
  }

  /** How its messages are delimited. */
  abstract Framing framing();

  /** What it is asked first; null if there is nothing to learn. */
  abstract @Nullable Json question(String name);

  /** What the answer to that says. */
  abstract Learned answer(byte[] frame);

  /** Starts the command once and asks. Whatever goes wrong is for the tests to tell. */
  Learned learn(ProcessSpec program, String name, Spawner spawner, Clock clock) {
    Json question = question(nameOf(name));
    if (question == null) {
      return Learned.NOTHING;
    }
    try (Conversation talk =
        new Conversation(spawner.start(program), framing(), clock, new Tape(clock))) {
      talk.send(question);
      for (int i = 0; i < MOST_BEFORE; i++) {
        if (!(talk.receive(Stage.STEP) instanceof Received.Frame(byte[] body))) {
          return Learned.NOTHING;
        }
        if (!isNotification(body)) {
          return answer(body);
        }
      }
      return Learned.NOTHING;
    } catch (LaunchFailure | Violation e) {
      return Learned.NOTHING;
    }
  }

  private static boolean isNotification(byte[] frame) {
    try {
      return JsonParts.find(Json.parse(frame), "method")[0] != null;
    } catch (RuntimeException notJson) {
      return false;
    }
  }

  private static Learned result(byte[] frame, String member) {
    try {
      Json result = JsonParts.find(Json.parse(frame), "result")[0];
      Json id = result == null ? null : JsonParts.find(result, member)[0];
      String text = id == null ? null : id.stringValue();
      return text == null ? Learned.NOTHING : new Learned(named(text), List.of());
    } catch (RuntimeException notJson) {
      return Learned.NOTHING;
    }
  }

  private static Optional<String> named(String id) {
    return Optional.of(id).filter(it -> !it.isBlank());
  }
}
