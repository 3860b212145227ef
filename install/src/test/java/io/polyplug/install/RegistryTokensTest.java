package io.polyplug.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.polyplug.install.FakeServer.Asked;
import io.polyplug.install.FakeServer.Reply;
import java.util.List;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 4 of the contract: a registry that wants a token, and where the token goes. */
class RegistryTokensTest extends RegistryFixture {
  private String challenge = "";

  @Test
  void aRegistryWithTlsNeverHandsOutTokensOverPlainHttp() throws Exception {
    SSLContext tls = SelfSigned.in(folder);
    try (FakeServer secure = FakeServer.startSecure(tls)) {
      challenge("Bearer realm=\"" + registry.address("/token") + "\"");
      registry.on("/token", Reply.ok("{\"token\":\"secret\"}"));
      secure.on(MANIFEST + "1", guarded(Reply.ok(good())));
      Source source = Source.parse("oci://" + secure.authority() + "/acme/plugin:1", folder);
      assertThatThrownBy(() -> trusting(tls).install(source, Progress.NONE))
          .hasMessageContaining("over plain http");
      assertThat(registry.asked()).isEmpty();
    }
  }

  @Test
  void aRedirectToAnotherHostCarriesNoAuthorization() throws Exception {
    try (FakeServer storage = FakeServer.start()) {
      storage.on("/blob", Reply.ok(zip));
      challenge("Bearer realm=\"" + registry.address("/token") + "\",service=\"reg\"");
      registry
          .on("/token", Reply.ok("{\"token\":\"secret\"}"))
          .on(MANIFEST + "1", guarded(Reply.ok(good())))
          .on(BLOB + digest(zip), guarded(Reply.status(307, "Location", storage.address("/blob"))));
      assertThat(install(":1").id()).isEqualTo("acme");
      assertThat(storage.asked()).hasSize(1);
      assertThat(storage.asked().getFirst().header("Authorization")).isEmpty();
      assertThat(registry.asked().getLast().header("Authorization"))
          .containsExactly("Bearer secret");
    }
  }

  @Test
  void aRedirectOnTheSameHostKeepsIt() {
    challenge("Bearer realm=\"" + registry.address("/token") + "\"");
    registry
        .on("/token", Reply.ok("{\"token\":\"secret\"}"))
        .on(MANIFEST + "1", guarded(Reply.ok(good())))
        .on(BLOB + digest(zip), guarded(Reply.status(302, "Location", "/moved")))
        .on("/moved", guarded(Reply.ok(zip)));
    assertThat(install(":1").id()).isEqualTo("acme");
  }

  private void challenge(String text) {
    challenge = text;
  }

  private Function<Asked, Reply> guarded(Reply inside) {
    return asked ->
        asked.header("Authorization").equals(List.of("Bearer secret"))
            ? inside
            : Reply.status(401, "WWW-Authenticate", challenge);
  }

  private void guardAll() {
    registry
        .on(MANIFEST + "1", guarded(Reply.ok(good())))
        .on(BLOB + digest(zip), guarded(Reply.ok(zip)));
  }

  @Test
  void theTokenIsAskedForOnceAndKept() {
    challenge(
        "bearer scope=\"repository:acme/plugin:pull,push\" , Service=\"my reg\",realm=\""
            + registry.address("/token?a=b")
            + "\"");
    registry.on("/token", Reply.ok("{\"access_token\":\"secret\",\"expires_in\":60}"));
    guardAll();
    assertThat(install(":1").id()).isEqualTo("acme");
    List<Asked> tokens =
        registry.asked().stream().filter(asked -> asked.path().startsWith("/token")).toList();
    assertThat(tokens).hasSize(1);
    assertThat(tokens.getFirst().path())
        .isEqualTo("/token?a=b&service=my+reg&scope=repository%3Aacme%2Fplugin%3Apull%2Cpush");
    assertThat(tokens.getFirst().header("Authorization")).isEmpty();
  }

  @Test
  void withoutScopeItIsPullOfTheRepository() {
    challenge("Basic realm=\"x\", Bearer realm=" + registry.address("/token"));
    registry.on("/token", Reply.ok("{\"token\":\"secret\"}"));
    guardAll();
    assertThat(install(":1").id()).isEqualTo("acme");
    assertThat(registry.asked())
        .anyMatch(asked -> asked.path().equals("/token?scope=repository%3Aacme%2Fplugin%3Apull"));
  }

  @Test
  void aBlobMayBeGuardedAlone() {
    challenge("Bearer realm=\"" + registry.address("/token") + "\"");
    registry
        .on("/token", Reply.ok("{\"token\":\"secret\"}"))
        .on(MANIFEST + "1", Reply.ok(good()))
        .on(BLOB + digest(zip), guarded(Reply.ok(zip)));
    assertThat(install(":1").id()).isEqualTo("acme");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Basic realm=\"registry\"",
        "",
        "Bearer service=\"x\"",
        "Bearer realm=\"\"",
        "Bearer realm=\"file:///etc/passwd\"",
        "Bearer realm=\"not an address\"",
        "Negotiate"
      })
  void aChallengeThatCannotBeMetIsACleanError(String text) throws Exception {
    challenge(text);
    guardAll();
    refused(":1", "wants authentication");
  }

  @Test
  void aTokenThatIsNotEnoughIsACleanError() throws Exception {
    challenge("Bearer realm=\"" + registry.address("/token") + "\"");
    registry.on("/token", Reply.ok("{\"token\":\"wrong\"}"));
    guardAll();
    refused(":1", "its own token is not enough");
    assertThat(registry.asked()).hasSize(3);
  }

  @Test
  void aTokenRequestThatFailsIsACleanError() throws Exception {
    challenge("Bearer realm=\"" + registry.address("/token") + "\"");
    guardAll();
    registry.on("/token", Reply.status(500));
    refused(":1", "token request", "500");
    for (String body : List.of("", "{}", "[]", "{\"token\":7}", "{\"token\":\"a\\nb\"}")) {
      registry.on("/token", Reply.ok(body));
      refused(":1", "gave no token");
    }
    registry.on("/token", Reply.endless());
    refused(":1", "token request");
  }
}
