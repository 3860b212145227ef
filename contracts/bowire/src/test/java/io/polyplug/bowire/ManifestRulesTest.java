package io.polyplug.bowire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The manifest (section 2): lenient to read, strict in what it must say. */
class ManifestRulesTest {
  private static final String STDIO =
      "{\"packageId\":\"Acme.X\",\"protocol\":{\"id\":\"x\",\"name\":\"X\"},\"executable\":\"bin/x\"}";

  @TempDir Path folder;

  private static String problem(String text) {
    return catchThrowableOfType(InvalidManifest.class, () -> SidecarManifest.parse(text)).problem();
  }

  @Test
  void theDefaultsAreTheContracts() throws Exception {
    SidecarManifest manifest = SidecarManifest.parse(STDIO);
    assertThat(manifest.packageId()).isEqualTo("Acme.X");
    assertThat(manifest.version()).isEmpty();
    assertThat(manifest.warnings()).isEmpty();
    assertThat(manifest.wire())
        .isEqualTo(
            new SidecarManifest.Wire.Stdio("bin/x", List.of(), "BOWIRE_", Duration.ofSeconds(3)));
  }

  @Test
  void commentsTrailingCommasCaseAndAByteOrderMarkAreAccepted() throws Exception {
    Files.write(
        folder.resolve("sidecar.json"),
        ("\uFEFF// who\n{\"PACKAGEID\":\"a\", /* what */ \"Protocol\":{\"ID\":\"p\",\"NAME\":\"P\",},"
                + "\"Transport\":\"STDIO\",\"Executable\":\"e\",\"ARGS\":[\"1\",],\"envprefix\":null,"
                + "\"shutdowntimeoutms\":0,\"Version\":\"1.2\",\"other\":{}}")
            .getBytes(StandardCharsets.UTF_8));
    SidecarManifest manifest = SidecarManifest.read(folder);
    assertThat(manifest.protocolId()).isEqualTo("p");
    assertThat(manifest.version()).contains("1.2");
    assertThat(manifest.wire())
        .isEqualTo(new SidecarManifest.Wire.Stdio("e", List.of("1"), "", Duration.ZERO));
    assertThat(manifest.warnings()).singleElement().asString().contains("other");
  }

  @Test
  void anHttpSidecarNeedsAnAddressAndNoProgram() throws Exception {
    String http =
        "{\"packageId\":\"a\",\"protocol\":{\"id\":\"p\",\"name\":\"P\"},\"transport\":\"HTTP\"%s}";
    assertThat(problem(http.formatted(""))).contains("url");
    assertThat(problem(http.formatted(",\"url\":\"ftp://h\""))).contains("http");
    assertThat(problem(http.formatted(",\"url\":\"/rpc\""))).contains("absolute");
    assertThat(problem(http.formatted(",\"url\":\"http://h:99999/\""))).contains("url");
    assertThat(SidecarManifest.parse(http.formatted(",\"url\":\"http://h:1/rpc\"")).wire())
        .isInstanceOf(SidecarManifest.Wire.Http.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          []                                                          | JSON object
          {                                                           | not JSON
          {"a":1} {"b":2}                                             | follows
          {"protocol":{"id":"p","name":"P"},"executable":"x"}         | packageId
          {"packageId":"a","executable":"x"}                          | protocol
          {"packageId":"a","protocol":[],"executable":"x"}            | must be an object
          {"packageId":"a","protocol":{"name":"P"},"executable":"x"}  | protocol.id
          {"packageId":"a","protocol":{"id":"p"},"executable":"x"}    | protocol.name
          {"packageId":"a","protocol":{"id":"p","name":" "},"executable":"x"} | protocol.name
          {"packageId":"a","protocol":{"id":"p","name":"P"}}          | executable
          {"packageId":7,"protocol":{"id":"p","name":"P"},"executable":"x"} | must be a text
          {"packageId":"a","protocol":{"id":"p","name":"P"},"executable":"x","transport":"tcp"} | transport
          {"packageId":"a","protocol":{"id":"p","name":"P"},"executable":"x","args":"y"} | list of texts
          {"packageId":"a","protocol":{"id":"p","name":"P"},"executable":"x","args":[1]} | list of texts
          {"packageId":"a","protocol":{"id":"p","name":"P"},"executable":"x","shutdownTimeoutMs":-1} | whole number
          {"packageId":"a","protocol":{"id":"p","name":"P"},"executable":"x","shutdownTimeoutMs":1.5} | whole number
          {"id":"x","name":"X","version":"1","transport":"stdio","command":["node"]} | outdated SDK
          """)
  void whatIsWrongIsNamed(String text, String part) {
    assertThat(problem(text)).contains(part);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../x", "a/b", "a b", "..", ".a", "a.", "-a", "a\\b", "ä"})
  void aPackageIdThatIsNoPlainNameIsRefused(String id) {
    assertThat(problem(STDIO.replace("Acme.X", id.replace("\\", "\\\\")))).contains("packageId");
  }

  @Test
  void aDeepManifestIsRefusedAndNotFollowed() {
    assertThat(problem("{\"a\":" + "[".repeat(5_000))).contains("too deeply");
  }

  @Test
  void aSyntaxErrorIsToldWithoutTheParsersOwnAffairs() {
    assertThat(problem("{\"a\":x}")).doesNotContain("Source", "Feature").contains("line 1");
  }

  @Test
  void aHugeManifestIsRefused() throws Exception {
    Files.writeString(folder.resolve("sidecar.json"), " ".repeat((1 << 20) + 1));
    assertThat(
            catchThrowableOfType(InvalidManifest.class, () -> SidecarManifest.read(folder))
                .problem())
        .contains("larger");
  }

  @Test
  void theShippedSchemaAgreesWithTheReader() {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(BowireContract.manifestSchema().toString());
    JsonMapper mapper = JsonMapper.builder().build();
    assertThat(schema.validate(mapper.readTree(STDIO))).isEmpty();
    for (String bad :
        List.of(
            STDIO.replace("packageId", "package"),
            STDIO.replace("Acme.X", "../x"),
            STDIO.replace("Acme.X", "a."),
            STDIO.replace("executable", "program"),
            STDIO.replace("\"bin/x\"", "\"bin/x\",\"transport\":\"http\""),
            STDIO.replace("\"bin/x\"", "\"bin/x\",\"shutdownTimeoutMs\":-1"))) {
      assertThat(schema.validate(mapper.readTree(bad))).as(bad).isNotEmpty();
    }
  }
}
