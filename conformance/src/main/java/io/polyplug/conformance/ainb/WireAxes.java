package io.polyplug.conformance.ainb;

import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.Cell;
import io.polyplug.ainb.protocol.CliReply;
import io.polyplug.ainb.protocol.RenderReply;
import io.polyplug.ainb.protocol.WireBuffer;
import io.polyplug.base.Deadline;
import io.polyplug.base.UntrustedText;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.ainb.ScriptedHost.Gates;
import io.polyplug.process.ExitStatus;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Axes 2, 3, 5, 10 and 13: requests and their replies. */
final class WireAxes {
  private static final int MOST_FRAMES = 20;
  private static final int ALIKE = 3;

  /** From the request to the exit (5.2). */
  private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(5);

  /** How long the host waits for the reply before it closes stdin anyway (5.2). */
  private static final Duration SHUTDOWN_REPLY = Duration.ofSeconds(3);

  private WireAxes() {}

  static Verdict framing(Stage stage) {
    Life life = Life.running(stage, Gates.AS_GRANTED);
    String note = "";
    if (life.hasScreens()) {
      WireBuffer buffer = drawn(life, 80, 24);
      if (buffer.width() != 80 || buffer.height() != 24) {
        throw new Violation(
            "it was asked for 80x24 cells and answered %dx%d"
                .formatted(buffer.width(), buffer.height()));
      }
      inside(buffer);
    } else {
      note = "it has no screens: its reply to plugin/render was " + life.render(80, 24).sentence();
    }
    life.finish();
    if (!life.malformed().isEmpty()) {
      throw new Violation(life.malformed().getFirst());
    }
    return Verdict.passed(note);
  }

  private static void inside(WireBuffer buffer) {
    for (Cell cell : buffer.cells()) {
      if (cell.x() >= buffer.width() || cell.y() >= buffer.height()) {
        throw new Violation(
            "the cell \"%s\" at column %d, row %d is outside its buffer of %dx%d"
                .formatted(
                    UntrustedText.excerpt(cell.symbol(), 20),
                    cell.x(),
                    cell.y(),
                    buffer.width(),
                    buffer.height()));
      }
    }
  }

  private static WireBuffer drawn(Life life, int width, int height) {
    return switch (life.render(width, height)) {
      case Reply.Result(Json value) -> {
        try {
          yield RenderReply.read(value).buffer();
        } catch (RpcException wrong) {
          throw new Violation("its reply to plugin/render is no frame: " + wrong.error().message());
        }
      }
      case Reply.Refusal refusal ->
          throw new Violation("plugin/render was answered with " + refusal.sentence());
    };
  }

  static Verdict dispatch(Stage stage) {
    Life life = Life.running(stage, Gates.AS_GRANTED);
    unknown(life, "plugin/conformance-unknown");
    Reply reply =
        life.request(
            AinbProtocol.RENDER,
            Json.object(out -> out.writeStringProperty("viewport", "no viewport")));
    if (life.hasScreens()
        && !(reply instanceof Reply.Refusal(int code, String _)
            && code == AinbProtocol.INVALID_PARAMS)) {
      throw new Violation(
          "plugin/render with a viewport that is none was answered with %s, expected %d"
              .formatted(reply.sentence(), AinbProtocol.INVALID_PARAMS));
    }
    life.notify("plugin/conformance-unknown", Json.EMPTY_OBJECT);
    unknown(life, "plugin/conformance-unknown-again");
    if (!life.strays().isEmpty()) {
      throw new Violation(
          "it answered what nobody asked: "
              + UntrustedText.excerpt(life.strays().getFirst().toString(), 120));
    }
    return Verdict.passed(
        life.hasScreens() ? "" : "it has no screens, so any reply to plugin/render will do");
  }

  private static void unknown(Life life, String method) {
    Reply reply = life.request(method, Json.EMPTY_OBJECT);
    if (!(reply instanceof Reply.Refusal(int code, String _)
        && code == AinbProtocol.METHOD_NOT_FOUND)) {
      throw new Violation(
          "an unknown request was answered with %s, expected %d"
              .formatted(reply.sentence(), AinbProtocol.METHOD_NOT_FOUND));
    }
  }

  static Verdict determinism(Stage stage) {
    if (Life.manifestOf(stage).provides().screens().isEmpty()) {
      throw new NotConcerned("its manifest provides no screens");
    }
    Life life = Life.running(stage, Gates.AS_GRANTED);
    Json last = drawn(life, 10, 5).toJson();
    int frames = 1;
    boolean settled = false;
    while (!settled && frames < MOST_FRAMES) {
      Json next = drawn(life, 10, 5).toJson();
      frames++;
      settled = next.equals(last);
      last = next;
    }
    if (!settled) {
      throw new Violation("of " + MOST_FRAMES + " frames in a row no two were the same");
    }
    for (int i = 0; i < ALIKE; i++) {
      if (!drawn(life, 10, 5).toJson().equals(last)) {
        throw new Violation(
            "two frames in a row were the same, and of the next %d number %d was another"
                .formatted(ALIKE, i + 1));
      }
    }
    return Verdict.passed(frames == 2 ? "" : "its screen settled after " + frames + " frames");
  }

  static Verdict shutdown(Stage stage) {
    Life life = Life.running(stage, Gates.AS_GRANTED);
    Deadline grace = life.talk().deadline(SHUTDOWN_GRACE);
    String note = askToLeave(life);
    life.talk().closeInput();
    Optional<ExitStatus> exit = life.awaitExit(grace.left());
    if (exit.isEmpty()) {
      throw new Violation(
          "it still runs %d s after plugin/shutdown, with its input closed"
              .formatted(SHUTDOWN_GRACE.toSeconds()));
    }
    if (!exit.get().isSuccess()) {
      throw new Violation("after plugin/shutdown it " + exit.get().sentence() + ", expected 0");
    }
    return Verdict.passed(note);
  }

  /** The reply, or the end of its output: one that leaves without a word leaves cleanly (5.2). */
  private static String askToLeave(Life life) {
    Reply reply;
    try {
      reply = life.request(AinbProtocol.SHUTDOWN, Json.EMPTY_OBJECT, SHUTDOWN_REPLY);
    } catch (Violation unanswered) {
      if (life.talk().outputHasEnded()) {
        return "it left without an answer to plugin/shutdown";
      }
      throw unanswered;
    }
    return switch (reply) {
      case Reply.Result(Json value) ->
          value.kind() == Json.Kind.OBJECT
              ? ""
              : "plugin/shutdown was answered with " + reply.sentence() + ", expected {}";
      case Reply.Refusal refusal ->
          throw new Violation("plugin/shutdown was answered with " + refusal.sentence());
    };
  }

  static Verdict cli(Stage stage) {
    Life life = Life.begin(stage, Gates.AS_GRANTED);
    String namespace =
        life.namespace()
            .orElseThrow(() -> new NotConcerned("its manifest provides no cli_namespaces"));
    life.init();
    return switch (life.cli(namespace, List.of("--help"))) {
      case Reply.Result(Json value) -> {
        try {
          CliReply reply = CliReply.read(value);
          yield Verdict.passed(
              "--help exited with %d after %d bytes"
                  .formatted(reply.exitCode(), reply.stdout().length + reply.stderr().length));
        } catch (RpcException wrong) {
          throw new Violation(
              "its reply to plugin/cli_dispatch is none: " + wrong.error().message());
        }
      }
      case Reply.Refusal refusal ->
          throw new Violation("--help was answered with " + refusal.sentence());
    };
  }
}
