package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What helps with tools: who was asked, what was sent, fields of every kind, names for values. */
class ToolPanelsTest extends BrowserStage {
  private static final String CLIPBOARD = "navigator.clipboard.readText()";

  private Page page;

  ToolPanelsTest() {
    super("wordcount", "talker");
  }

  @BeforeEach
  void look() {
    page = page(1280, 720, ColorScheme.LIGHT);
    page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
    page.locator("nav a", new Page.LocatorOptions().setHasText("Tools")).click();
    assertThat(having(page, ".tree-tool", "Talk/echo")).isVisible();
  }

  private void choose(String tool) {
    having(page, ".tree-tool", tool).first().click();
    assertThat(page.locator(".tool-head h2")).containsText(tool);
  }

  private void write(String json) {
    page.locator(".tabs button", new Page.LocatorOptions().setHasText("JSON")).click();
    page.locator("json-edit textarea").fill(json);
  }

  private Locator output() {
    return page.locator("call-result .result-body");
  }

  @Test
  void theClipboardGetsACommandJavaAndAnMcpRequest() {
    choose("text.count");
    write("{\"text\":\"a b\"}");
    button(page, "command").click();
    assertThat(button(page, "copied")).isVisible();
    assertThat(page.evaluate(CLIPBOARD))
        .isEqualTo("polyplug call example.wordcount text.count '{\"text\":\"a b\"}'");
    button(page, "Java").click();
    assertThat(button(page, "copied")).hasCount(2);
    assertThat((String) page.evaluate(CLIPBOARD))
        .contains("host.plugin(\"example.wordcount\").tool(\"text.count\")");
    button(page, "MCP").click();
    assertThat(button(page, "copied")).hasCount(3);
    assertThat((String) page.evaluate(CLIPBOARD)).contains("\"method\": \"tools/call\"");
  }

  @Test
  void theHistoryPutsBackWhatWasSentAndIsForgotten() {
    choose("Talk/echo");
    write("{\"first\":1}");
    button(page, "Send").click();
    assertThat(output()).containsText("\"first\": 1");
    page.locator("json-edit textarea").fill("{\"second\":2}");
    button(page, "History").click();
    having(page, ".past-what", "first").click();
    assertThat(page.locator("json-edit textarea")).hasValue("{\"first\":1}");
    button(page, "History").click();
    button(page, "Forget all").click();
    assertThat(page.locator(".past")).containsText("Nothing was sent");
  }

  @Test
  void theConsoleHasWhatWasSentAndWhatCameInItsOrder() {
    choose("Talk/echo");
    write("{\"n\":1}");
    button(page, "Send").click();
    assertThat(output()).containsText("\"n\": 1");
    choose("Talk/refuse");
    button(page, "Send").click();
    assertThat(page.locator(".failure")).isVisible();
    button(page, "Console").click();
    assertThat(page.locator(".word")).hasText(new String[] {"ERR", "REQ", "RES", "REQ"});
    page.locator(".console summary").nth(2).click();
    assertThat(page.locator(".console details[open] pre")).containsText("\"n\": 1");
  }

  @Test
  void discoveryTellsWhoWasAskedWhatCameAndHowLongItTook() {
    button(page, "Discovery").click();
    Locator talker = having(page, "tool-discovery tbody tr", "talker");
    assertThat(talker).containsText(Pattern.compile("ok\\s+11\\s+\\d+ ms"));
    page.locator("#target").fill("nobody@http://127.0.0.1:1/");
    button(page, "Ask there").click();
    assertThat(page.locator("tool-discovery [role=alert]"))
        .containsText("There is no sidecar nobody; there are talker");
    page.locator("#target").fill("talker@http://nothing.example/");
    button(page, "Ask there").click();
    assertThat(talker.nth(1)).containsText(Pattern.compile("empty\\s+0\\s+\\d+ ms"));
    picture(page, "discovery");
    button(page, "Copy").click();
    assertThat(button(page, "copied")).isVisible();
    assertThat((String) page.evaluate(CLIPBOARD))
        .contains("talker at http://nothing.example/  empty");
    talker.nth(1).locator("button", new Locator.LocatorOptions().setHasText("Remove")).click();
    assertThat(talker).hasCount(1);
  }

  @Test
  void whatIsOfferedOtherwiseWhenAskedAgainIsTold() {
    button(page, "Discovery").click();
    page.locator("#target").fill("talker@http://changing.example/");
    button(page, "Ask there").click();
    Locator row = having(page, "tool-discovery tbody tr", "http://changing.example/");
    assertThat(row).containsText(Pattern.compile("ok\\s+11\\s+\\d+ ms"));
    assertThat(page.locator(".tool-changes")).hasCount(0);
    row.locator("button", new Locator.LocatorOptions().setHasText("Ask again")).click();
    Locator changes = page.locator(".tool-changes li");
    assertThat(changes).hasCount(1);
    assertThat(changes)
        .containsText(
            Pattern.compile(
                "talker at http://changing.example/: new Talk/fresh\\s+gone Talk/die\\s+different"
                    + " Talk/echo \\(description\\)"));
    row.locator("button", new Locator.LocatorOptions().setHasText("Ask again")).click();
    assertThat(row).containsText(Pattern.compile("ok\\s+11\\s+\\d+ ms"));
    assertThat(changes).hasCount(1);
    picture(page, "discovery-changes");
  }

  @Test
  void whatOfAnAnswerCouldNotBeUsedIsTold() {
    button(page, "Discovery").click();
    page.locator("#target").fill("talker@http://half.example/");
    button(page, "Ask there").click();
    Locator row = having(page, "tool-discovery tbody tr", "http://half.example/");
    assertThat(row).containsText(Pattern.compile("partial\\s+11\\s+\\d+ ms"));
    assertThat(row).containsText("a service without a name");
    assertThat(page.locator(".tree-note .warned")).isVisible();
    picture(page, "discovery-partial");
    row.getByText("What talker said at its start").click();
    assertThat(page.locator("plugin-handshake")).containsText("bowire 1");
  }

  @Test
  void eachOfTheFourKindsOfMethodsHasABadge() {
    choose("Talk/collect");
    assertThat(page.locator(".tool-head .badge").first()).hasText("CS");
    page.getByLabel("only client streams").click();
    assertThat(page.locator(".tree-tool"))
        .hasText(new Pattern[] {Pattern.compile("CS\\s*Talk/collect")});
  }

  @Test
  void thePictureOfAPluginIsAnImageThatDoesNothing() {
    Locator image = page.locator(".tree-plugin img.plugin-icon");
    assertThat(image).isVisible();
    assertThat(image).hasAttribute("src", Pattern.compile("data:image/svg\\+xml;base64,.*"));
    assertThat(image.evaluate("it => it.decode().then(() => it.naturalWidth > 0)")).isEqualTo(true);
    assertThat(page.evaluate("window.owned")).isNull();
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    picture(page, "tools-icon-dark");
  }

  @Test
  void aToolAtAnAddressIsCalledThere() {
    button(page, "Discovery").click();
    page.locator("#target").fill("http://here.example/");
    button(page, "Ask there").click();
    having(page, ".tree > li", "http://here.example/")
        .locator(".tree-tool", new Locator.LocatorOptions().setHasText("Talk/envelope"))
        .click();
    button(page, "Send").click();
    assertThat(output()).containsText("\"url\": \"http://here.example/\"");
  }

  @Test
  void aTokenIsANameInTheMetadataAndKeptOutOfTheHistory() {
    choose("Talk/envelope");
    page.locator(".options summary").click();
    button(page, "Bearer token").click();
    page.locator("[aria-label='variable value']").first().fill("hush");
    button(page, "Send").click();
    assertThat(output()).containsText("\"Bearer hush\"");
    assertThat(String.valueOf(page.evaluate("JSON.stringify(localStorage)")))
        .doesNotContain("hush");
  }

  @Test
  void environmentsHaveTheirOwnValuesAndAreKeptWithoutTheirSecrets() {
    button(page, "Variables").click();
    variable(0, "city", "Bonn");
    variable(1, "password", "hush");
    environment("New…", "staging", "Add");
    variable(0, "city", "Ulm");
    picture(page, "environments");
    choose("Talk/echo");
    write("{\"at\":\"{{city}} {{password}}\"}");
    button(page, "Send").click();
    assertThat(output()).containsText("\"at\": \"Ulm hush\"");
    button(page, "Variables").click();
    page.getByLabel("environment", EXACTLY).selectOption("usual");
    assertThat(page.getByLabel("variable value").first()).hasValue("Bonn");
    assertThat(page.getByLabel("variable value").nth(1)).hasAttribute("type", "password");
    choose("Talk/echo");
    button(page, "Send").click();
    assertThat(output()).containsText("\"at\": \"Bonn hush\"");
    assertThat(String.valueOf(page.evaluate("JSON.stringify(localStorage)")))
        .contains("Ulm", "Bonn")
        .doesNotContain("hush");
    // Another tab has the sets, and none of the secrets.
    Page other = page.context().newPage();
    other.navigate(stage.workbench.address());
    other.locator("nav a", new Page.LocatorOptions().setHasText("Tools")).click();
    button(other, "Variables").click();
    other.getByLabel("environment", EXACTLY).selectOption("staging");
    assertThat(other.getByLabel("variable value").first()).hasValue("Ulm");
    assertThat(other.getByLabel("variable value").nth(1)).hasValue("");
    other.close();
  }

  @Test
  void anEnvironmentIsRenamedAndDeleted() {
    button(page, "Variables").click();
    assertThat(button(page, "Delete…")).isDisabled();
    environment("New…", "first", "Add");
    environment("Rename…", "second", "Rename");
    assertThat(page.getByLabel("environment", EXACTLY)).hasValue("second");
    button(page, "New…").click();
    page.getByLabel("name of the environment").fill("usual");
    assertThat(page.locator("variable-editor [role=alert]")).containsText("already");
    button(page, "Cancel").click();
    button(page, "Delete…").click();
    button(page, "Delete it").click();
    assertThat(page.getByLabel("environment", EXACTLY)).hasValue("usual");
    assertThat(page.locator("variable-editor option")).hasText(new String[] {"usual"});
  }

  private static final Page.GetByLabelOptions EXACTLY = new Page.GetByLabelOptions().setExact(true);

  private void variable(int row, String name, String value) {
    page.getByLabel("variable name").nth(row).fill(name);
    page.getByLabel("variable value").nth(row).fill(value);
  }

  private void environment(String how, String name, String done) {
    button(page, how).click();
    page.getByLabel("name of the environment").fill(name);
    button(page, done).click();
  }

  @Test
  void whatTheLastCallGaveIsANameToo() {
    choose("Talk/echo");
    write("{\"made\":{\"ids\":[7.50,\"x\"]}}");
    button(page, "Send").click();
    assertThat(output()).containsText("7.50");
    write("{\"again\":\"${response.made.ids.0} {{response.made.ids.1}} {{response.none}}\"}");
    button(page, "Send").click();
    assertThat(output()).containsText("\"again\": \"7.50 x {{response.none}}\"");
  }

  @Test
  void namesInTheInputStandForValues() {
    choose("Talk/echo");
    write("{\"id\":\"{{uuid}}\",\"same\":\"{{unknown}} ${also}\",\"n\":1.10}");
    button(page, "Send").click();
    assertThat(output()).containsText(Pattern.compile("\"id\": \"[0-9a-f]{8}-[0-9a-f-]{27}\""));
    assertThat(output()).containsText("\"same\": \"{{unknown}} ${also}\"");
    assertThat(output()).containsText("\"n\": 1.10");
  }

  @Test
  void theFormHasRequiredFieldsMembersOfAnyNameAndFiles() {
    choose("Talk/form");
    assertThat(page.locator(".tool-head .badge.warn")).hasText("deprecated");
    write("{}");
    button(page, "Form").or(page.locator(".tabs button").first()).first().click();
    assertThat(page.locator("tool-request [role=status]")).hasText("Required and not there: title");
    page.locator("[name='input.title']").fill("x");
    assertThat(page.locator("tool-request [role=status]")).hasCount(0);
    having(page, "fieldset", "labels")
        .locator("button", new Locator.LocatorOptions().setHasText("add"))
        .click();
    button(page, "add member").click();
    page.getByLabel("name in input.labels").fill("colour");
    page.getByLabel("name in input.labels").blur();
    page.locator("[name='input.labels.colour']").fill("red");
    page.getByLabel("file for input.picture")
        .setInputFiles(new FilePayload("a.bin", "application/octet-stream", new byte[] {1, 2, 3}));
    assertThat(page.locator("[name='input.picture']")).hasValue("AQID");
    button(page, "Send").click();
    assertThat(output()).containsText("\"colour\": \"red\"");
    assertThat(output()).containsText("\"picture\": \"AQID\"");
    page.locator(".tabs button", new Page.LocatorOptions().setHasText("Schema")).click();
    assertThat(page.locator(".request-body")).containsText("additionalProperties");
  }

  @Test
  void messagesGoOutTogetherWhereThereAreNoChannels() {
    choose("Talk/collect");
    assertThat(page.locator("tool-request")).containsText("the messages go out together");
    button(page, "add item").click();
    button(page, "Send").click();
    assertThat(page.locator("call-result .json")).hasText("2");
  }

  @Test
  void aTextIsShownAsAText() {
    choose("Talk/letter");
    button(page, "Send").click();
    assertThat(page.locator("call-result pre")).hasText("Dear host,\nall is well.");
    button(page, "Raw").click();
    assertThat(page.locator("call-result pre")).containsText("\\n");
  }

  @Test
  void toolsAreNarrowedDownByKindAndFavourites() {
    choose("Talk/flood");
    button(page, "favourite").click();
    page.getByLabel("only favourites").click();
    assertThat(page.locator(".tree-tool")).hasCount(1);
    page.getByLabel("only streams").click();
    assertThat(page.locator(".tree-tool")).hasCount(3);
    page.reload();
    page.getByLabel("only favourites").click();
    assertThat(page.locator(".tree-tool")).hasCount(1);
    assertThat(page.locator(".tree-tool .star")).isVisible();
  }

  @Test
  void aKeySendsAgain() {
    choose("text.count");
    write("{\"text\":\"a\"}");
    page.locator("main").focus();
    page.keyboard().press("r");
    assertThat(output()).containsText("\"words\": 1");
  }
}
