package io.polyplug.workbench.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.polyplug.workbench.api.TokenServer;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens that are signed in the page, or fetched by the host, and what becomes of secrets. */
class TokenDialogsTest extends BrowserStage {
  private static final Pattern SENT = Pattern.compile("Bearer (([\\w-]+)\\.([\\w-]+))\\.([\\w-]+)");

  private Page page;

  TokenDialogsTest() {
    super("talker");
  }

  @BeforeEach
  void look() {
    page = at("tools");
    having(page, ".tree-tool", "Talk/envelope").click();
    page.locator(".options summary").click();
  }

  private Locator dialog() {
    return page.locator("dialog.token-dialog[open]");
  }

  private Locator field(String name) {
    return dialog().locator("[name='" + name + "']");
  }

  private String sent() {
    button(page, "Send").click();
    Locator output = page.locator("call-result .result-body");
    assertThat(output).containsText("Bearer ");
    return output.textContent();
  }

  private void bothPictures(String name) {
    picture(page, name + "-light");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    picture(page, name + "-dark");
  }

  private void assertNothingIsKept(String secret) {
    assertThat(String.valueOf(page.evaluate("JSON.stringify(localStorage)")))
        .doesNotContain(secret);
    Page other = page.context().newPage();
    other.navigate(stage.workbench.address());
    assertThat(String.valueOf(other.evaluate("JSON.stringify(sessionStorage)")))
        .doesNotContain(secret);
    other.close();
  }

  @ParameterizedTest
  @CsvSource({"HS256,HmacSHA256", "HS384,HmacSHA384", "HS512,HmacSHA512"})
  void aTokenIsSignedInThePageAndSent(String algorithm, String mac) throws Exception {
    button(page, "JWT…").click();
    assertThat(button(page, "Sign and use")).isDisabled();
    field("algorithm").selectOption(algorithm);
    field("secret").fill("hush ü");
    field("claims").fill("{\"sub\":\"you ü\",\"n\":1.10}");
    field("lifetime").fill("60");
    button(page, "Sign and use").click();
    assertThat(dialog()).hasCount(0);
    Matcher token = SENT.matcher(sent());
    assertThat(token.find()).isTrue();
    Mac judge = Mac.getInstance(mac);
    judge.init(new SecretKeySpec("hush ü".getBytes(UTF_8), mac));
    assertThat(Base64.getUrlDecoder().decode(token.group(4)))
        .isEqualTo(judge.doFinal(token.group(1).getBytes(UTF_8)));
    assertThat(new String(Base64.getUrlDecoder().decode(token.group(2)), UTF_8))
        .isEqualTo("{\"alg\":\"" + algorithm + "\",\"typ\":\"JWT\"}");
    Matcher claims =
        Pattern.compile("\\{\"iat\":(\\d+),\"exp\":(\\d+),\"sub\":\"you ü\",\"n\":1\\.10}")
            .matcher(new String(Base64.getUrlDecoder().decode(token.group(3)), UTF_8));
    assertThat(claims.matches()).isTrue();
    assertThat(Long.parseLong(claims.group(2)) - Long.parseLong(claims.group(1))).isEqualTo(60);
    assertNothingIsKept("hush");
    assertNothingIsKept(token.group(4));
  }

  @Test
  void theTokenAtHandIsReadAndItsEndTold() {
    button(page, "JWT…").click();
    assertThat(dialog().locator(".decoded")).hasCount(0);
    field("secret").fill("hush");
    button(page, "Sign and use").click();
    button(page, "JWT…").click();
    assertThat(dialog().locator(".decoded")).containsText("valid until");
    assertThat(dialog().locator(".decoded")).containsText("\"sub\": \"me\"");
    bothPictures("jwt");
    field("claims").fill("{\"exp\":1000}");
    button(page, "Sign and use").click();
    button(page, "JWT…").click();
    assertThat(dialog().locator(".decoded .badge.bad")).containsText("expired");
    field("claims").fill("{\"exp\":");
    assertThat(dialog().locator("[role=status]")).containsText("no object of JSON: line 1");
    assertThat(button(page, "Sign and use")).isDisabled();
  }

  @Test
  void theHostFetchesATokenAndWhatTheServerSaysIsShown() throws Exception {
    try (TokenServer server = new TokenServer()) {
      button(page, "OAuth…").click();
      field("tokenUrl").fill(server.url("/token"));
      field("clientId").fill("me");
      field("clientSecret").fill("wrong one");
      button(page, "Fetch and use").click();
      assertThat(dialog().locator("[role=alert]")).containsText("answered 401: invalid_client");
      bothPictures("oauth");
      field("clientSecret").fill(TokenServer.SECRET);
      button(page, "Fetch and use").click();
      assertThat(dialog()).hasCount(0);
      assertThat(sent()).contains("Bearer abc.def");
      button(page, "Console").click();
      assertThat(page.locator(".console")).containsText("Talk/envelope");
      assertThat(page.locator("body")).not().containsText(TokenServer.SECRET);
      assertNothingIsKept(TokenServer.SECRET);
      assertNothingIsKept("abc.def");
    }
  }
}
