package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.install.InstallProblem;
import io.polyplug.install.Installed;
import io.polyplug.install.PackageStore;
import io.polyplug.install.Verification;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.core.JsonGenerator;

/** {@code polyplug verify [ID]}: whether the files are those that were installed. */
final class VerifyCommand implements Command {
  private static final int MAX_SHOWN = 20;

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Reads every file of an installed plugin and says which are not what was installed."
                + " Files that came later are counted but are no fault.");
    spec.addPositional(
        StoreOptions.argument("0", "ID", "0..1", "The id of the plugin; all if left out."));
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) {
    PackageStore store = StoreOptions.store(given, around);
    Optional<String> id = given.argument(0);
    List<Verification> all = new ArrayList<>();
    Map<String, String> unreadable = new LinkedHashMap<>();
    if (id.isPresent()) {
      all.add(store.verify(id.get()));
    } else {
      for (String each : store.ids()) {
        try {
          all.add(store.verify(each));
        } catch (InstallProblem e) {
          unreadable.put(each, String.valueOf(e.getMessage()));
        }
      }
    }
    boolean ok = unreadable.isEmpty() && all.stream().allMatch(Verification::ok);
    Printer printer = around.printer();
    if (printer.wantsJson()) {
      printer.document(
          out -> {
            out.writeBooleanProperty("ok", ok);
            out.writeArrayPropertyStart("packages");
            all.forEach(verification -> write(verification, out));
            unreadable.forEach((each, why) -> write(each, why, out));
            out.writeEndArray();
          });
    } else if (all.isEmpty() && unreadable.isEmpty()) {
      printer.line("Nothing is installed in " + UntrustedText.escape(store.root().toString()));
    } else {
      all.forEach(verification -> show(verification, printer));
      unreadable.forEach((each, why) -> printer.line(UntrustedText.escape(each) + ": " + why));
    }
    return ok ? ExitCode.OK : ExitCode.NOT_DONE;
  }

  private static void show(Verification verification, Printer printer) {
    Installed installed = verification.installed();
    String name = StoreOptions.named(installed);
    String later =
        verification.unknown().isEmpty()
            ? ""
            : ", and " + verification.unknown().size() + " that came later";
    if (verification.ok()) {
      printer.line("%s: all %d files are as installed%s".formatted(name, installed.files(), later));
      return;
    }
    printer.line(
        "%s: %d changed, %d gone, of %d files%s"
            .formatted(
                name,
                verification.changed().size(),
                verification.missing().size(),
                installed.files(),
                later));
    show("changed", verification.changed(), printer);
    show("gone", verification.missing(), printer);
  }

  private static void show(String what, List<String> files, Printer printer) {
    files.stream()
        .limit(MAX_SHOWN)
        .forEach(file -> printer.line("  " + what + ": " + UntrustedText.escape(file)));
    if (files.size() > MAX_SHOWN) {
      printer.line("  " + what + ": and " + (files.size() - MAX_SHOWN) + " more");
    }
  }

  private static void write(String id, String problem, JsonGenerator out) {
    out.writeStartObject();
    out.writeBooleanProperty("ok", false);
    out.writeStringProperty("id", id);
    out.writeStringProperty("problem", problem);
    out.writeEndObject();
  }

  private static void write(Verification verification, JsonGenerator out) {
    out.writeStartObject();
    out.writeBooleanProperty("ok", verification.ok());
    StoreOptions.write(verification.installed(), out);
    StoreOptions.write("changed", verification.changed(), out);
    StoreOptions.write("missing", verification.missing(), out);
    StoreOptions.write("unknown", verification.unknown(), out);
    out.writeEndObject();
  }
}
