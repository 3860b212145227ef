package io.polyplug.build.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.polyplug.ainb.AinbContract;
import io.polyplug.ainb.AinbSchemas;
import io.polyplug.ainb.Manifest;
import io.polyplug.ainb.ManifestReader;
import io.polyplug.ainb.ManifestReading;
import io.polyplug.bab.BabContract;
import io.polyplug.bab.BabManifest;
import io.polyplug.bab.PluginReport;
import io.polyplug.bento.BentoContract;
import io.polyplug.bowire.BowireContract;
import io.polyplug.host.Contract;
import io.polyplug.host.config.ConfigFile;
import io.polyplug.mcp.McpContract;
import io.polyplug.monorepo.WorkspaceProblem;
import io.polyplug.monorepo.config.WorkspaceReader;
import io.polyplug.rune.RuneContract;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.toml.TomlMapper;

/**
 * Every snippet of the documentation is run. {@code console} blocks are typed line by line in a
 * folder of their page, where {@code ./polyplug} and {@code examples} are the project's; what they
 * print must be what the page says, with {@code …} for anything and any number before {@code ms}.
 */
class DocumentationTest {
  static final Path ROOT =
      Path.of(System.getProperty("polyplug.root")).toAbsolutePath().normalize();

  @TempDir Path scratch;

  @TestFactory
  Stream<DynamicTest> everySnippetOfEveryPage() throws IOException {
    assumeTrue(
        Files.exists(ROOT.resolve("cli/target/polyplug/lib/polyplug.aot.for")),
        "the distribution is not built yet: run mvn verify");
    List<Path> pages = new ArrayList<>();
    for (String page :
        List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")) {
      pages.add(ROOT.resolve(page));
    }
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages.stream()
        .map(page -> DynamicTest.dynamicTest(ROOT.relativize(page).toString(), () -> check(page)));
  }

  private void check(Path page) throws Exception {
    Path folder = Files.createDirectories(scratch.resolve(String.valueOf(page.getFileName())));
    Files.createSymbolicLink(folder.resolve("polyplug"), ROOT.resolve("polyplug"));
    Files.createSymbolicLink(folder.resolve("examples"), ROOT.resolve("examples"));
    Shell shell =
        new Shell(
            folder,
            Map.of(
                "POLYPLUG_HOME",
                folder.resolve("home").toString(),
                "BENTO_CACHE_DIR",
                folder.resolve("results").toString(),
                "NO_COLOR",
                "1"));
    for (Markdown.Block block : Markdown.blocks(page)) {
      String where = ROOT.relativize(page) + ":" + block.line();
      if (!block.file().isEmpty()) {
        Path file = folder.resolve(block.file());
        Files.createDirectories(file.getParent());
        Files.writeString(file, block.text());
      }
      switch (block.language()) {
        case "console" -> typed(block, shell, where);
        case "toml" -> {
          if (block.file().endsWith("/" + Manifest.FILE_NAME)) {
            Path plugin = folder.resolve(block.file()).getParent();
            assertThat(ManifestReader.read(plugin))
                .as(where)
                .isInstanceOf(ManifestReading.Good.class);
            assertThat(schema("ainb-manifest").validate(new TomlMapper().readTree(block.text())))
                .as(where)
                .isEmpty();
          } else if (isOfAWorkspace(block.file())) {
            readableWorkspace(folder, block.file());
          } else {
            readable(block, folder, where);
          }
        }
        case "json" ->
            assertThat(Json.parse(block.text()).kind()).as(where).isEqualTo(Json.Kind.OBJECT);
        case "java" -> {
          // One that is a file is compiled by what is typed after it.
          if (block.file().isEmpty()) {
            compiled(block, where);
          }
        }
        case "sh", "python", "javascript", "typescript" ->
            assertThat(block.file()).as(where + ": a script needs a file").isNotEmpty();
        case "yaml" -> assertThat(BabManifest.parse(block.text()).id()).as(where).isNotEmpty();
        case "ts" -> {
          Path plugin = folder.resolve(block.file()).getParent();
          assertThat(PluginReport.of(plugin, System.getenv()).issues()).as(where).isEmpty();
        }
        case "text" -> {}
        default -> fail(where + ": nothing runs a snippet of language " + block.language());
      }
    }
    Files.delete(folder.resolve("polyplug"));
    Files.delete(folder.resolve("examples"));
  }

  private static void typed(Markdown.Block block, Shell shell, String where) throws Exception {
    String[] lines = block.text().split("\n", -1);
    int at = 0;
    while (at < lines.length) {
      if (lines[at].isEmpty()) {
        at++;
        continue;
      }
      assertThat(lines[at]).as(where).startsWith("$ ");
      String command = lines[at++].substring(2);
      StringBuilder expected = new StringBuilder();
      while (at < lines.length && !lines[at].startsWith("$ ")) {
        expected.append(lines[at++]).append('\n');
      }
      String seen = shell.type(command).output();
      assertThat(normal(seen)).as(where + ": " + command).matches(pattern(expected.toString()));
    }
  }

  /**
   * Columns depend on the widest cell, and that on what {@code …} stands for. Blank lines part
   * commands in a page, so they do not count in what is printed.
   */
  private static String normal(String text) {
    return text.replaceAll(" *\\d+ ?ms", " N ms").replaceAll(" +", " ").replaceAll("\n{2,}", "\n");
  }

  private static Pattern pattern(String expected) {
    String[] parts = normal(expected).split("…", -1);
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < parts.length; i++) {
      regex.append(i == 0 ? "" : "[^\\n]*").append(Pattern.quote(parts[i]));
    }
    return Pattern.compile(regex.toString());
  }

  private static void readable(Markdown.Block block, Path folder, String where) throws IOException {
    Path file = Files.writeString(folder.resolve("snippet.toml"), block.text());
    assertThat(ConfigFile.read(file).root().tables("plugin")).as(where).isNotEmpty();
    JsonNode tree = new TomlMapper().readTree(block.text());
    assertThat(schema().validate(tree)).as(where).isEmpty();
  }

  private static boolean isOfAWorkspace(String file) {
    return file.endsWith("/dish.toml") || file.contains("/bentos/") || file.endsWith("/bento.toml");
  }

  /** A page has dishes first, then the bentos that name them: each file is read as it comes. */
  private static void readableWorkspace(Path folder, String file) throws WorkspaceProblem {
    Path root = folder.resolve(file.substring(0, file.indexOf('/')));
    Path written = folder.resolve(file);
    if (file.endsWith("/dish.toml")) {
      Path dish = written.getParent();
      assertThat(WorkspaceReader.dish(root, root.relativize(dish).toString(), dish)).isPresent();
    } else {
      assertThat(WorkspaceReader.read(root, 1).bentos()).isNotEmpty();
    }
  }

  /** What a page shows must stand, but for indentation, in a program that is compiled and run. */
  private static void compiled(Markdown.Block block, String where) throws IOException {
    List<String> programs = new ArrayList<>();
    for (String sources : List.of("main", "test")) {
      Path folder = ROOT.resolve("examples/src/" + sources + "/java/io/polyplug/examples");
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          programs.add(squeezed(Files.readString(file)));
        }
      }
    }
    assertThat(programs).as(where).anyMatch(it -> it.contains(squeezed(block.text())));
  }

  private static String squeezed(String code) {
    return code.replaceAll("\\s+", " ").strip();
  }

  private static Schema schema() throws IOException {
    return schema("polyplug");
  }

  private static Schema schema(String name) throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Files.readString(ROOT.resolve("docs/" + name + ".schema.json")));
  }

  @Test
  void theSchemaOfTheConfigurationHasThatOfEachContract() throws IOException {
    JsonMapper mapper = JsonMapper.shared();
    JsonNode whole = mapper.readTree(Files.readString(ROOT.resolve("docs/polyplug.schema.json")));
    for (Contract contract :
        List.of(
            new RuneContract(),
            new BowireContract(),
            new AinbContract(),
            new BabContract(),
            new McpContract(),
            new BentoContract())) {
      JsonNode own = mapper.readTree(contract.bindingSchema().toString());
      assertThat(whole.at("/$defs/" + contract.id())).isEqualTo(own);
    }
  }

  @Test
  void theSchemaOfAinbManifestsIsTheOneThatIsShipped() throws IOException {
    JsonMapper mapper = JsonMapper.shared();
    assertThat(mapper.readTree(Files.readString(ROOT.resolve("docs/ainb-manifest.schema.json"))))
        .isEqualTo(mapper.readTree(AinbSchemas.manifest().toString()));
  }

  @Test
  void theSchemaOfSidecarsIsTheOneThatIsShipped() throws IOException {
    JsonMapper mapper = JsonMapper.shared();
    assertThat(mapper.readTree(Files.readString(ROOT.resolve("docs/sidecar.schema.json"))))
        .isEqualTo(mapper.readTree(BowireContract.manifestSchema().toString()));
  }

  @Test
  void theSchemaAcceptsTheExamplesAndRefusesMistakes() throws IOException {
    TomlMapper toml = new TomlMapper();
    String example = Files.readString(ROOT.resolve("examples/rune/polyplug.toml"));
    assertThat(schema().validate(toml.readTree(example))).isEmpty();
    assertThat(schema().validate(toml.readTree(example.replace("args", "arguments")))).isNotEmpty();
    String sidecars = Files.readString(ROOT.resolve("examples/bowire/polyplug.toml"));
    assertThat(schema().validate(toml.readTree(sidecars))).isEmpty();
    assertThat(schema().validate(toml.readTree(sidecars.replace("folder", "folders"))))
        .isNotEmpty();
    assertThat(schema().validate(toml.readTree("[[plugin]]\ncontract='rune'\nid='x'\n")))
        .isNotEmpty();
    String ainb = "[[plugin]]\ncontract='ainb'\npath='x'\nbackoff=['1s']\n";
    assertThat(schema().validate(toml.readTree(ainb))).isEmpty();
    assertThat(schema().validate(toml.readTree(ainb.replace("path", "folder")))).isNotEmpty();
    String delegates = Files.readString(ROOT.resolve("examples/bab/polyplug.toml"));
    assertThat(schema().validate(toml.readTree(delegates))).isEmpty();
    assertThat(schema().validate(toml.readTree(delegates.replace("path", "folder")))).isNotEmpty();
    String server = Files.readString(ROOT.resolve("examples/mcp/polyplug.toml"));
    assertThat(schema().validate(toml.readTree(server))).isEmpty();
    assertThat(schema().validate(toml.readTree(server.replace("args", "arguments")))).isNotEmpty();
    String adapters = Files.readString(ROOT.resolve("examples/bento/polyplug.toml"));
    assertThat(schema().validate(toml.readTree(adapters))).isEmpty();
    assertThat(schema().validate(toml.readTree(adapters.replace("command", "path")))).isNotEmpty();
  }

  @Test
  void everyLinkInTheDocumentationLeadsSomewhere() throws IOException {
    Pattern link = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");
    List<Path> pages = new ArrayList<>();
    for (Path folder : List.of(ROOT, ROOT.resolve("docs"))) {
      try (Stream<Path> entries = Files.list(folder)) {
        entries.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    assertThat(pages).hasSizeGreaterThan(5);
    for (Path page : pages) {
      var matcher = link.matcher(Files.readString(page));
      while (matcher.find()) {
        assertThat(page.resolveSibling(matcher.group(1))).as(page + " links it").exists();
      }
    }
  }
}
