package io.polyplug.cli;

import io.polyplug.base.UntrustedText;
import io.polyplug.cli.scaffold.Language;
import io.polyplug.cli.scaffold.Outline;
import io.polyplug.cli.scaffold.Scaffold;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code polyplug new LANGUAGE NAME --contract ID}: begins a plugin that works. */
final class NewCommand implements Command {
  /** What stands for every contract. */
  private static final String ALL = "all";

  @Override
  public CommandSpec specification(String name) {
    CommandSpec spec =
        CommonOptions.command(
            name,
            "Begins a plugin: a folder with a program that works, its SDK, its manifest, a binding"
                + " and a test.");
    spec.addOption(
        OptionSpec.builder("--contract")
            .paramLabel("ID")
            .type(String.class)
            .description(
                "Whose manifest is written: "
                    + String.join(", ", Outline.CONTRACTS)
                    + ", or all. The program speaks every one, but for a shell's.")
            .build());
    spec.addOption(
        OptionSpec.builder("--in")
            .paramLabel("FOLDER")
            .type(Path.class)
            .description("Where the plugin's folder is made; here unless given.")
            .build());
    spec.addPositional(argument("0", "LANGUAGE", "What it is written in: " + Language.words()));
    spec.addPositional(
        argument("1", "NAME", "What it is called: lower-case letters, digits and dashes."));
    return spec;
  }

  private static PositionalParamSpec argument(String index, String label, String description) {
    return PositionalParamSpec.builder()
        .index(index)
        .paramLabel(label)
        .type(String.class)
        .arity("1")
        .required(true)
        .description(description)
        .build();
  }

  @Override
  public int run(Given given, Surroundings around) throws InterruptedException {
    Outline outline = outline(given);
    Path parent = around.folder().resolve(given.command().matchedOptionValue("--in", Path.of("")));
    if (!Files.isDirectory(parent)) {
      throw new UsageProblem("--in: there is no folder " + UntrustedText.escape(parent.toString()));
    }
    Scaffold.Made made =
        new Scaffold(around.home().resolve("sdk"), around.environment()).make(outline, parent);
    if (around.printer().wantsJson()) {
      print(made, outline, around.printer());
    } else {
      tell(made, outline, around);
    }
    return ExitCode.OK;
  }

  private static Outline outline(Given given) {
    String word = given.argument(0).orElseThrow();
    Language language =
        Language.of(word)
            .orElseThrow(
                () ->
                    new UsageProblem(
                        "There is no beginning in %s: expected one of %s"
                            .formatted(UntrustedText.excerpt(word, 40), Language.words())));
    String name = given.argument(1).orElseThrow();
    if (!Outline.isName(name)) {
      throw new UsageProblem(
          "%s cannot be its name: expected a lower-case letter, then at most 63 such letters, digits"
                  .formatted(UntrustedText.excerpt(name, 80))
              + " and dashes, which is what every contract accepts");
    }
    return new Outline(language, contracts(given, language), name);
  }

  private static List<String> contracts(Given given, Language language) {
    String expected = "expected one of " + String.join(", ", Outline.CONTRACTS) + ", or all";
    String contract =
        given.text("--contract").orElseThrow(() -> new UsageProblem("--contract: " + expected));
    if (!contract.equals(ALL) && !Outline.CONTRACTS.contains(contract)) {
      throw new UsageProblem(
          "--contract: " + expected + ", found " + UntrustedText.excerpt(contract, 40));
    }
    if (language == Language.SHELL && !contract.equals("rune")) {
      throw new UsageProblem(
          "A plugin in shell can only be one of rune, not of "
              + contract
              + ": the other contracts want JSON that a shell cannot read");
    }
    return contract.equals(ALL) ? Outline.CONTRACTS : List.of(contract);
  }

  private static void tell(Scaffold.Made made, Outline outline, Surroundings around) {
    Printer printer = around.printer();
    Path shown =
        made.folder().startsWith(around.folder())
            ? around.folder().relativize(made.folder())
            : made.folder();
    printer.line(
        "Made %s, a plugin in %s for %s. Next:"
            .formatted(
                outline.name(),
                outline.language().title(),
                String.join(", ", outline.contracts())));
    printer.line("  cd " + UntrustedText.escape(shown.toString()) + " && " + outline.trial());
    printer.line("  " + made.conform());
    printer.line("  " + made.test());
    made.missing()
        .ifPresent(
            it ->
                printer.aside(
                    "polyplug: %s is not on the PATH: install it, then write the manifest as the README.md says"
                        .formatted(it)));
  }

  private static void print(Scaffold.Made made, Outline outline, Printer printer) {
    printer.document(
        out -> {
          out.writeBooleanProperty("ok", true);
          out.writeStringProperty("name", outline.name());
          out.writeStringProperty("language", outline.language().word());
          out.writeArrayPropertyStart("contracts");
          outline.contracts().forEach(out::writeString);
          out.writeEndArray();
          out.writeStringProperty("folder", made.folder().toString());
          out.writeArrayPropertyStart("files");
          made.files().forEach(out::writeString);
          out.writeEndArray();
          out.writeStringProperty("try", outline.trial());
          out.writeStringProperty("conform", made.conform());
          out.writeStringProperty("test", made.test());
          made.missing().ifPresent(it -> out.writeStringProperty("missing", it));
        });
  }
}
