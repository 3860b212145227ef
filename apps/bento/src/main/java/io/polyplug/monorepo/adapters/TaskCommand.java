package io.polyplug.monorepo.adapters;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The command of a default task, which may depend on what lies around a dish (section 5.3). */
interface TaskCommand {
  String in(Path dish, Project project);

  /** The same everywhere. */
  record Plain(String command) implements TaskCommand {
    @Override
    public String in(Path dish, Project project) {
      return command;
    }
  }

  /** With the flag that forbids cargo to change a lock file, where there is one. */
  record Cargo(String subcommand, String arguments) implements TaskCommand {
    @Override
    public String in(Path dish, Project project) {
      boolean locked = project.around().nearest(dish, "Cargo.lock") != null;
      return "cargo " + subcommand + (locked ? " --locked" : "") + arguments;
    }
  }

  /** With the project's own script in place of a program, where there is one. */
  record Wrapped(String script, String program, String arguments) implements TaskCommand {
    @Override
    public String in(Path dish, Project project) {
      return project.around().wrapper(dish, script, program) + arguments;
    }
  }

  /** RSpec, unless only the other way of testing is there. */
  record RubyTest() implements TaskCommand {
    @Override
    public String in(Path dish, Project project) {
      Surroundings around = project.around();
      boolean rake =
          !around.folder(dish, "spec")
              && around.folder(dish, "test")
              && around.file(dish, "Rakefile");
      return rake ? "bundle exec rake test" : "bundle exec rspec";
    }
  }

  /** A task of the project's own, if it declares one of this name. */
  record Deno(String task, String otherwise) implements TaskCommand {
    @Override
    public String in(Path dish, Project project) {
      return declares(dish, project.around()) ? "deno task " + task : otherwise;
    }

    private boolean declares(Path dish, Surroundings around) {
      Optional<String> text = around.text(dish, "deno.json");
      if (text.isEmpty()) {
        text = around.text(dish, "deno.jsonc");
      }
      @Nullable Object found =
          text.isEmpty() ? null : Jsonc.member(Jsonc.object(text.get()), "tasks", task);
      return found != null;
    }
  }
}
