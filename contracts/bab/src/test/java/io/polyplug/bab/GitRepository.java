package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A repository of git in a folder of a test, found under an address of the outside by git itself.
 */
final class GitRepository {
  static final String MANIFEST =
      """
      id: %s
      name: The %1$s
      version: 1.2.3
      command: sh
      roles:
        - default
        - name: special
          prompt_file: prompts/special.txt
      """;

  final Path folder;
  final Path config;

  /** Where this address leads to is said in the configuration that git is given. */
  GitRepository(Path root, String address) throws Exception {
    folder = Files.createDirectories(root.resolve("repository"));
    config = root.resolve("gitconfig");
    Files.writeString(
        config,
        """
        [url "file://%s"]
          insteadOf = %s
        [user]
          name = Test
          email = test@example.invalid
        [init]
          defaultBranch = main
        """
            .formatted(folder, address));
    git("init", "--quiet");
  }

  GitRepository file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return this;
  }

  /** A whole plugin; in a subfolder unless that is empty. */
  GitRepository plugin(String subfolder, String id) throws IOException {
    String place = subfolder.isEmpty() ? "" : subfolder + "/";
    return file(place + "manifest.yaml", MANIFEST.formatted(id))
        .file(place + "adapter.ts", "export default { run() { return []; } };\n")
        .file(place + "prompts/special.txt", "Be special.\n");
  }

  String commit() throws Exception {
    git("add", "--all");
    git("commit", "--quiet", "--message", "state");
    return git("rev-parse", "HEAD").strip();
  }

  String git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", config.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
