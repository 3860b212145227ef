package io.polyplug.sdk.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the arguments of a program ask for; those that mean nothing to us are for somebody else.
 *
 * @param word the option; null if there is none
 * @param rest what follows it
 */
record Arguments(@Nullable String word, List<String> rest) {
  private static final int WRONG_USE = 2;

  static Arguments of(String... args) {
    for (int i = 0; i < args.length; i++) {
      String word = args[i];
      if (word.equals("--http")
          || word.equals("--write")
          || word.equals("--tool")
          || word.equals("--train")
          || word.equals("--describe")) {
        return new Arguments(word, List.of(args).subList(i + 1, args.length));
      }
    }
    return new Arguments(null, List.of());
  }

  /** Whether to speak over the standard streams. */
  boolean isPlain() {
    return word == null;
  }

  int run(Declaration plugin, HostInput in, HostOutput out)
      throws IOException, InterruptedException {
    return switch (String.valueOf(word)) {
      case "--describe" -> {
        out.text(Description.of(plugin) + "\n");
        yield 0;
      }
      case "--tool" ->
          rest.isEmpty()
              ? refuse(out, "--tool needs the name of a tool")
              : new ToolProgram(plugin, in, out).run(rest.getFirst());
      case "--train" -> train(plugin, out);
      case "--http" -> http(plugin, out);
      default -> write(plugin, out);
    };
  }

  private int http(Declaration plugin, HostOutput out) throws IOException, InterruptedException {
    int port;
    try {
      port = rest.isEmpty() ? -1 : Integer.parseInt(rest.getFirst());
    } catch (NumberFormatException e) {
      port = -1;
    }
    if (port < 0 || port > 0xFFFF) {
      return refuse(out, "--http needs a port from 0 to 65535, where 0 is any that is free");
    }
    new HttpSpeaker(plugin).serve(port);
    return 0;
  }

  /** Has each conversation of a host once, so that a start-up cache knows what all of them load. */
  private int train(Declaration plugin, HostOutput out) throws IOException {
    if (rest.isEmpty()) {
      return refuse(out, "--train needs files, each with what a host says in one conversation");
    }
    for (String file : rest) {
      Path path = Path.of(file);
      if (!Files.isRegularFile(path)) {
        return refuse(out, "--train: there is no file " + file);
      }
      int code =
          Program.run(
              plugin, Files.newInputStream(path), OutputStream.nullOutputStream(), out.errors());
      if (code != 0) {
        return code;
      }
    }
    return 0;
  }

  private int write(Declaration plugin, HostOutput out) throws IOException {
    if (rest.size() < 2) {
      return refuse(out, "--write needs a contract and a folder");
    }
    int at = rest.indexOf("--command");
    List<String> command =
        at < 0 ? OwnCommand.words() : List.copyOf(rest.subList(at + 1, rest.size()));
    if (command.isEmpty()) {
      return refuse(out, "--command needs the words that start " + plugin.name());
    }
    try {
      new Writing(plugin, Path.of(rest.get(1)), command).write(rest.getFirst());
      return 0;
    } catch (Writing.Refused e) {
      return refuse(out, String.valueOf(e.getMessage()));
    }
  }

  private static int refuse(HostOutput out, String sentence) {
    out.errors().println(sentence);
    return WRONG_USE;
  }
}
