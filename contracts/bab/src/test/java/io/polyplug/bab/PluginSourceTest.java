package io.polyplug.bab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be installed from (18), before any network is used. */
class PluginSourceTest {
  @ParameterizedTest
  @CsvSource({
    "acme/tools, https://github.com/acme/tools.git",
    "a.b-c/d_e, https://github.com/a.b-c/d_e.git",
    "acme/tools.git, https://github.com/acme/tools.git",
    "https://host.example/x.git, https://host.example/x.git",
    "ssh://git@host.example:22/x, ssh://git@host.example:22/x",
    "git@host.example:org/x.git, git@host.example:org/x.git",
  })
  void theseAreAccepted(String given, String url) throws Exception {
    PluginSource source = PluginSource.parse("  " + given + " ");
    assertThat(source.url()).isEqualTo(url);
    assertThat(source.original()).isEqualTo(given);
    assertThat(source.ref()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "#main",
        "/abs",
        "./x",
        "../x/y",
        ".",
        "..",
        "~/x",
        "../..",
        "a/..",
        "file:///x",
        "FILE:/x",
        "http://host.example/x",
        "git://host.example/x",
        "ext::sh -c id",
        "ext::id",
        "fd::7",
        "-u/x",
        "--upload-pack=id",
        "acme",
        "a/b/c",
        "https:///x",
        "https:x",
        "ssh://-oProxyCommand=id/x",
        "-x@host:y",
        "u@-oProxyCommand=id:y",
        "u@host:-x",
        "u@host://x",
        "a b/c",
        "acme/to\nols",
        "javascript:1",
        "C:\\x"
      })
  void anythingElseIsRefused(String given) {
    assertThatThrownBy(() -> PluginSource.parse(given)).isInstanceOf(StoreFailure.class);
  }

  @Test
  void theRefIsWhatFollowsTheMark() throws Exception {
    assertThat(PluginSource.parse("acme/tools#v1.0.0").ref()).contains("v1.0.0");
    assertThat(PluginSource.parse("git@h:x#feature/a@{".replace("{", "") + "1").ref())
        .contains("feature/a@1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-x", "a b", "a;b", "$(id)", "a#b", "ä"})
  void aRefOfOtherCharactersIsRefused(String ref) {
    assertThatThrownBy(() -> PluginSource.parse("acme/tools#" + ref))
        .isInstanceOf(StoreFailure.class);
    assertThatThrownBy(() -> PluginSource.parse("acme/tools#" + "a".repeat(201)))
        .isInstanceOf(StoreFailure.class);
  }

  @Test
  void secretsAreNeitherShownNorNoted() throws Exception {
    PluginSource source = PluginSource.parse("https://me:s3cret@host.example/x#main");
    assertThat(source.url()).contains("s3cret");
    assertThat(source.shownUrl()).isEqualTo("https://host.example/x");
    assertThat(source).hasToString("https://host.example/x#main");
    assertThat(PluginSource.parse("https://token@host.example/x").shownUrl())
        .isEqualTo("https://host.example/x");
    assertThat(PluginSource.parse("ssh://git@host.example/x").shownUrl())
        .isEqualTo("ssh://git@host.example/x");
  }
}
