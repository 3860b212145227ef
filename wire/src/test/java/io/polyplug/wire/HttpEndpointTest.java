package io.polyplug.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an endpoint may be, and what it never shows. */
class HttpEndpointTest {
  private static final URI HERE = URI.create("http://127.0.0.1:8770/rpc?token=s3cret");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/rpc",
        "ftp://h/",
        "http:///x",
        "http:x",
        "file:///x",
        "http://h:99999/",
        "http://h:0/",
        "http://u:pw@h/"
      })
  void aUrlIsAbsoluteAndHasNoUser(String url) {
    assertThatThrownBy(() -> HttpEndpoint.at(URI.create(url)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("URL")
        .message()
        .doesNotContain("pw");
  }

  @Test
  void whatHeadersHoldIsNeverShown() {
    HttpEndpoint endpoint =
        HttpEndpoint.at(HERE).headers(Map.of("Authorization", "s3cret")).build();
    assertThat(endpoint.toString())
        .isEqualTo("HttpEndpoint[http://127.0.0.1:8770/rpc, headers [Authorization]]");
    assertThatThrownBy(() -> HttpEndpoint.at(HERE).headers(Map.of("X", "s3cret\r\nY: z")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The value of the header X must be one line of ASCII.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length", "host", "Transfer-Encoding", "a b", "", "x:"})
  void someHeadersCannotBeSet(String name) {
    assertThatThrownBy(() -> HttpEndpoint.at(HERE).headers(Map.of(name, "1")).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/a, http://H:80/b, true",
    "https://h/, https://h:443/, true",
    "https://h/, http://h/, false",
    "https://h/, http://h:443/, false",
    "http://h/, https://h/, false",
    "http://h/, http://h:81/, false",
    "http://h/, http://h.example/, false",
    "http://h/, http://h@evil/, false",
    "http://h/, http://u@h/, false",
    "http://h/, mailto:h, false"
  })
  void anOriginIsSchemeHostAndPort(URI one, URI other, boolean same) {
    assertThat(SameOriginClient.isSameOrigin(one, other)).isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, true",
    "127.1.2.3, true",
    "localhost, true",
    "LOCALHOST, true",
    "a.localhost, true",
    "[::1], true",
    "127.example.com, false",
    "localhost.example.com, false",
    "10.0.0.1, false"
  })
  void aProxyIsNeverAskedForTheLoopback(String host, boolean loopback) {
    assertThat(SameOriginClient.isLoopback(host)).isEqualTo(loopback);
  }
}
