package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code polyplug bab remove}: removes an installed delegate. */
final class BabRemoveCommand implements Command {
  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec = CommonOptions.command(name, "Removes an installed delegate.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("ID")
            .type(String.class)
            .arity("1")
            .required(true)
            .description("Its id as polyplug bab list shows it.")
            .build());
    BabStore.addYes(spec);
    return spec;
  }

  @Override
  public int run(Given given, Surroundings around) throws InterruptedException {
    String id = given.argument(0).orElseThrow();
    Printer printer = around.printer();
    int code =
        BabStore.tell(
            () -> {
              boolean removed =
                  BabStore.open(around)
                      .remove(
                          id,
                          folder ->
                              BabStore.isConfirmed(
                                  given,
                                  around,
                                  "Remove " + UntrustedText.escape(folder.toString()) + "?"));
              if (!removed) {
                printer.aside("Nothing was removed.");
                return ExitCode.NOT_DONE;
              }
              if (printer.wantsJson()) {
                printer.document(
                    out -> {
                      out.writeBooleanProperty("ok", true);
                      out.writeStringProperty("removed", id);
                    });
              } else {
                printer.line("Removed plugin " + UntrustedText.escape(id));
              }
              return ExitCode.OK;
            });
    if (code == ExitCode.OK) {
      Hosts.tellOfChange(given, around);
    }
    return code;
  }
}
