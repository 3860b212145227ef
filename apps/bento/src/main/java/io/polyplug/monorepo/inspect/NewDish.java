package io.polyplug.monorepo.inspect;

import io.polyplug.base.UntrustedText;
import io.polyplug.monorepo.Answer;
import io.polyplug.monorepo.ProblemKind;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.Bento;
import io.polyplug.monorepo.config.Dish;
import io.polyplug.monorepo.config.Workspace;
import io.polyplug.monorepo.config.WorkspaceReader;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes folders dishes. */
public final class NewDish {
  /** Finds out the language of a folder. */
  public interface Languages {
    Optional<String> of(Path folder);
  }

  private NewDish() {}

  /**
   * Writes what is missing of {@code dish.toml} and the bento's list.
   *
   * @param bento which one; the only one if not given
   */
  public static Answer add(
      Workspace workspace,
      Path folder,
      Optional<String> bento,
      Optional<String> language,
      Languages languages)
      throws WorkspaceProblem, IOException {
    Path directory = real(folder.toAbsolutePath().normalize());
    if (!directory.startsWith(workspace.root())) {
      throw new WorkspaceProblem(
          ProblemKind.CONFIG_INVALID,
          UntrustedText.escape(directory.toString())
              + " is not in the workspace "
              + UntrustedText.escape(workspace.root().toString()));
    }
    String relative = workspace.root().relativize(directory).toString().replace('\\', '/');
    String path = relative.isEmpty() ? "." : relative;
    Optional<Dish> there = WorkspaceReader.dish(workspace.root(), path, directory);
    Path last = directory.getFileName();
    String name =
        there.isPresent()
            ? there.get().name()
            : Names.checked(last == null ? "root" : last.toString());
    refuseKnown(workspace, path, name);
    Path box = box(workspace, bento);
    String before = Files.readString(box);
    String after =
        DishesList.withDish(before, path)
            .orElseThrow(
                () ->
                    new WorkspaceProblem(
                        ProblemKind.CONFIG_INVALID,
                        "the list of dishes cannot be found in " + box,
                        Optional.of(box.toString()),
                        Optional.of("Add " + Names.quoted(path) + " to it by hand."),
                        List.of()));
    Files.createDirectories(directory);
    Path dish = directory.resolve("dish.toml");
    List<String> written = new ArrayList<>();
    Optional<String> known = there.isPresent() ? there.get().language() : language;
    if (known.isEmpty()) {
      known = languages.of(directory);
    }
    if (there.isEmpty()) {
      Scaffold.create(
          dish,
          "name = "
              + Names.quoted(name)
              + "\n"
              + known.map(id -> "language = " + Names.quoted(id) + "\n").orElse(""));
      written.add(path + "/dish.toml");
    }
    Files.writeString(box, after);
    written.add("bentos/" + box.getFileName());
    return answer(name, path, known, box, written);
  }

  /** Without links, as the workspace's own folder is: only what is there can have any. */
  private static Path real(Path folder) throws IOException {
    Path there = folder;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    return there.toRealPath().resolve(there.relativize(folder)).normalize();
  }

  private static void refuseKnown(Workspace workspace, String path, String name)
      throws WorkspaceProblem {
    for (Bento each : workspace.bentos()) {
      for (Dish dish : each.dishes()) {
        if (dish.path().equals(path) || dish.name().equals(name)) {
          throw new WorkspaceProblem(
              ProblemKind.CONFIG_DUPLICATE,
              "the bento "
                  + UntrustedText.escape(each.name())
                  + " has a dish "
                  + UntrustedText.escape(dish.name())
                  + " at "
                  + UntrustedText.escape(dish.path())
                  + " already",
              Optional.of(each.source().toString()),
              Optional.empty(),
              List.of("polyplug bento dish list"));
        }
      }
    }
  }

  private static Path box(Workspace workspace, Optional<String> wanted)
      throws WorkspaceProblem, IOException {
    List<String> names = new ArrayList<>();
    for (Bento each : workspace.bentos()) {
      names.add(each.name());
      if (wanted.isPresent() && wanted.get().equals(each.name())) {
        return each.source();
      }
    }
    if (wanted.isEmpty() && workspace.bentos().size() == 1) {
      return workspace.bentos().getFirst().source();
    }
    if (wanted.isEmpty() && names.isEmpty()) {
      Path file = workspace.root().resolve("bentos/main.toml");
      Files.createDirectories(file.getParent());
      Scaffold.create(file, Scaffold.bento("main"));
      return file;
    }
    throw new WorkspaceProblem(
        ProblemKind.BOX_NOT_FOUND,
        wanted.isPresent()
            ? "there is no bento " + UntrustedText.escape(wanted.get())
            : "there are several bentos: say which one is meant",
        Optional.empty(),
        Optional.of("Choose one with --bento."),
        names);
  }

  private static Answer answer(
      String name, String path, Optional<String> language, Path box, List<String> written) {
    Json json =
        Json.object(
            out -> {
              out.writeStringProperty("dish", name);
              out.writeStringProperty("path", path);
              out.writeStringProperty("language", language.orElse(null));
              out.writeStringProperty("source", box.toString());
              out.writeArrayPropertyStart("written");
              written.forEach(out::writeString);
              out.writeEndArray();
            });
    List<String> lines = new ArrayList<>();
    lines.add(
        "dish: "
            + UntrustedText.escape(name)
            + "  ("
            + UntrustedText.escape(language.orElse("no adapter"))
            + ")");
    for (String file : written) {
      lines.add("wrote " + UntrustedText.escape(file));
    }
    return new Answer(json, lines);
  }
}
