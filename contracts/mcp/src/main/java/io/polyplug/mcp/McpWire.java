package io.polyplug.mcp;

import io.polyplug.host.config.SecretText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a server is reached. Texts of a file of servers have places for variables, which are filled
 * at a start: so what is shown of them holds no secret.
 */
sealed interface McpWire {
  /**
   * A program of ours.
   *
   * @param command a program, or a path to one; not looked up yet
   * @param base what the working folder is relative to, and the folder itself if none is given
   * @param environment besides the few variables that every server sees
   * @param filled whether command, arguments and folder have places for variables
   */
  record Stdio(
      String command,
      List<String> arguments,
      Path base,
      Optional<String> folder,
      Map<String, SecretText> environment,
      boolean filled)
      implements McpWire {
    public Stdio {
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
    }
  }

  /**
   * A service that is not ours.
   *
   * @param insecure whether it may be another machine that is spoken to without TLS
   * @param filled whether the address has places for variables
   */
  record Http(
      String url,
      boolean insecure,
      Map<String, SecretText> headers,
      Optional<SecretText> bearer,
      boolean filled)
      implements McpWire {
    public Http {
      headers = Map.copyOf(headers);
    }
  }
}
