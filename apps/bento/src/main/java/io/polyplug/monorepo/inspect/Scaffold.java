package io.polyplug.monorepo.inspect;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.Answer;
import io.polyplug.monorepo.MonorepoOptions;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.WorkspaceRoot;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** Begins workspaces, bentos and dishes. Overwrites nothing. */
public final class Scaffold {
  private static final String SETTINGS =
      """
      # Settings of the whole workspace. Everything has a default.

      [defaults]
      fail_fast = true
      """;

  private Scaffold() {}

  /** Begins a workspace in the current folder, or in the one that was named. */
  public static Answer init(MonorepoOptions options) throws WorkspaceProblem, IOException {
    Path root =
        options.workspace().map(options.folder()::resolve).orElse(options.folder()).normalize();
    Path settings = root.resolve("bento.toml");
    Path bentos = root.resolve("bentos");
    if (Files.exists(settings) || Files.isDirectory(bentos)) {
      throw new WorkspaceProblem(
          ProblemKind.INIT_ALREADY_INITIALISED,
          UntrustedText.escape(root.toString()) + " is a workspace already",
          Optional.of(root.toString()),
          Optional.empty(),
          List.of("polyplug bento dish add FOLDER", "polyplug bento plan"));
    }
    Files.createDirectories(bentos);
    create(settings, SETTINGS);
    create(bentos.resolve("main.toml"), bento("main"));
    return created(root, List.of("bento.toml", "bentos/main.toml"));
  }

  /** Begins a bento. */
  public static Answer boxAdd(MonorepoOptions options, String name)
      throws WorkspaceProblem, IOException {
    String checked = Names.checked(name);
    Path root =
        WorkspaceRoot.find(
            options.workspace().map(Path::toString), options.environment(), options.folder());
    Path file = root.resolve("bentos").resolve(checked + ".toml");
    Files.createDirectories(file.getParent());
    try {
      create(file, bento(checked));
    } catch (FileAlreadyExistsException e) {
      throw new WorkspaceProblem(
          ProblemKind.BOX_EXISTS,
          "there is a bento " + UntrustedText.escape(checked) + " already",
          Optional.of(file.toString()),
          Optional.empty(),
          List.of("polyplug bento box list"));
    }
    return created(root, List.of("bentos/" + checked + ".toml"));
  }

  static String bento(String name) {
    return "name = " + Names.quoted(name) + "\ndishes = []\n";
  }

  static void create(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  private static Answer created(Path root, List<String> files) {
    Json json =
        Json.object(
            out -> {
              out.writeStringProperty("root", root.toString());
              out.writeArrayPropertyStart("created");
              files.forEach(out::writeString);
              out.writeEndArray();
            });
    return new Answer(
        json, files.stream().map(file -> "created " + UntrustedText.escape(file)).toList());
  }
}
