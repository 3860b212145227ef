package io.polyplug.cli;

import io.polyplug.bab.DelegateStore;
import io.polyplug.bab.DelegateStore.AddPlan;
import io.polyplug.bab.DelegateStore.Target;
import io.polyplug.base.UntrustedText;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code polyplug bab add}: installs the delegates of a git repository. */
final class BabAddCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name, "Installs every delegate of a git repository, or none.", DelegateStore.WARNING);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("SOURCE")
            .type(String.class)
            .arity("1")
            .required(true)
            .description(
                "ORG/REPO, an https: or ssh: address, or user@host:path; #REF pins a branch, a tag"
                    + " or a commit.")
            .build());
    BabStore.addYes(spec);
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) throws InterruptedException {
    Printer printer = around.printer();
    int code =
        BabStore.tell(
            () -> {
              List<Target> added =
                  BabStore.open(around)
                      .add(given.argument(0).orElseThrow(), plan -> confirmed(plan, given, around));
              if (added.isEmpty()) {
                printer.aside("Nothing was installed.");
                return ExitCode.NOT_DONE;
              }
              show(added, printer);
              return ExitCode.OK;
            });
    if (code == ExitCode.OK) {
      Hosts.tellOfChange(given, around);
    }
    return code;
  }

  private static boolean confirmed(AddPlan plan, Given given, Surroundings around) {
    Printer printer = around.printer();
    if (!printer.wantsJson()) {
      printer.aside("Source:  " + safe(plan.source().original()));
      printer.aside("URL:     " + safe(plan.source().url()));
      plan.source().ref().ifPresent(ref -> printer.aside("Ref:     " + safe(ref)));
      printer.aside("Commit:  " + safe(plan.commit()));
      plan.targets()
          .forEach(
              it ->
                  printer.aside(
                      "Plugin:  " + safe(it.id() + " " + it.version() + " -> " + it.path())));
      printer.aside(DelegateStore.WARNING);
    }
    return BabStore.isConfirmed(given, around, "Install?");
  }

  private static void show(List<Target> added, Printer printer) {
    if (printer.wantsJson()) {
      printer.document(
          out -> {
            out.writeBooleanProperty("ok", true);
            out.writeArrayPropertyStart("installed");
            for (Target target : added) {
              out.writeStartObject();
              out.writeStringProperty("id", target.id());
              out.writeStringProperty("name", target.name());
              out.writeStringProperty("version", target.version());
              out.writeStringProperty("path", target.path().toString());
              out.writeEndObject();
            }
            out.writeEndArray();
          });
      return;
    }
    printer.table(
        List.of("Name", "ID", "Path", "Status"),
        added.stream()
            .map(it -> List.of(safe(it.name()), it.id(), safe(it.path().toString()), "installed"))
            .toList());
  }

  private static String safe(String text) {
    return UntrustedText.excerpt(text, 500);
  }
}
