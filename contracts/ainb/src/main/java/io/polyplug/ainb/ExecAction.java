package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.Bytes;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.ainb.protocol.FrameRoom;
import io.polyplug.process.CommandResult;
import io.polyplug.process.CommandRunner;
import io.polyplug.process.Environment;
import io.polyplug.process.ExitStatus;
import io.polyplug.process.LaunchFailure;
import io.polyplug.process.ProcessSpec;
import io.polyplug.process.ProgramLookup;
import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * {@code process.exec}: runs a program to its end and answers what it wrote. What still runs of it
 * when nobody waits any more is killed with its descendants. It has the host's environment, as the
 * plugin itself has.
 */
final class ExecAction implements Action {
  /** More than any system takes as arguments. */
  private static final int MOST_BYTES = 8 << 20;

  /** For each plugin. Each may hold as much output as a frame carries. */
  private static final int AT_ONCE = 8;

  /** The result is base64 in base64. */
  private static final int MOST_OUTPUT = FrameRoom.forBytes(64) / 4 * 3 - 256;

  private static final CommandRunner.Limits LIMITS =
      new CommandRunner.Limits(
          1,
          MOST_OUTPUT,
          CommandRunner.Keep.FIRST,
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          StandardCharsets.ISO_8859_1);

  private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

  @Override
  public byte[] run(byte[] payload, ActionContext context) throws InterruptedException {
    Fields fields = ActionPayload.fields(payload, MOST_BYTES);
    List<String> command = command(fields);
    Path folder = folder(fields, context);
    Semaphore own = places.computeIfAbsent(context.plugin(), _ -> new Semaphore(AT_ONCE));
    if (!own.tryAcquire()) {
      throw AinbErrors.internal(
          "exec: " + AT_ONCE + " programs of this plugin run already; wait for one to end");
    }
    try {
      return result(run(command, folder, context));
    } finally {
      own.release();
    }
  }

  private static List<String> command(Fields fields) {
    List<String> command = new ArrayList<>();
    for (Json element : fields.elements("argv")) {
      String text = element.stringValue();
      if (text == null || text.indexOf('\0') >= 0) {
        throw AinbErrors.invalidParams("argv: expected strings without NUL");
      }
      command.add(text);
    }
    if (command.isEmpty()) {
      throw AinbErrors.invalidParams("argv: expected at least the program");
    }
    return command;
  }

  private static Path folder(Fields fields, ActionContext context) {
    try {
      return fields.optionalText("cwd").map(context.folder()::resolve).orElse(context.folder());
    } catch (InvalidPathException noPath) {
      throw AinbErrors.invalidParams("cwd: no folder can have this name");
    }
  }

  private static CommandResult run(List<String> command, Path folder, ActionContext context)
      throws InterruptedException {
    String path = Environment.empty().inherit("PATH").variables().getOrDefault("PATH", "");
    try {
      ProcessSpec spec =
          ProcessSpec.of(new ProgramLookup(folder, path).find(command.getFirst()))
              .arguments(command.subList(1, command.size()))
              .folder(folder)
              .environment(Environment.empty().inheritAll())
              .build();
      CommandRunner runner = new CommandRunner(context.spawner(), LIMITS, context.clock());
      return runner.run("exec", spec, null, Timeouts.millis(Long.MAX_VALUE));
    } catch (LaunchFailure | CommandRunner.Refused failure) {
      throw AinbErrors.internal("exec: " + failure.getMessage());
    }
  }

  private static byte[] result(CommandResult result) {
    if (result.stdoutTruncated()
        || result.stderrTruncated()
        || result.stdout().length() + result.stderr().length() > MOST_OUTPUT) {
      throw FrameRoom.exceeded();
    }
    return Json.object(
            out -> {
              out.writeNumberProperty("exit_code", code(result));
              out.writeStringProperty("stdout", base64(result.stdout()));
              out.writeStringProperty("stderr", base64(result.stderr()));
            })
        .toByteArray();
  }

  private static String base64(String bytes) {
    return Bytes.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** A signal as shells tell it. */
  private static int code(CommandResult result) {
    ExitStatus status =
        result
            .status()
            .orElseThrow(() -> AinbErrors.internal("exec: the program could not be ended"));
    return switch (status) {
      case ExitStatus.Exited(int code) -> code;
      case ExitStatus.Signaled(int signal) -> 128 + signal;
    };
  }
}
