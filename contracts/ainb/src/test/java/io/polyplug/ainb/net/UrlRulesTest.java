package io.polyplug.ainb.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlRulesTest {
  @ParameterizedTest
  @CsvSource({
    "http://example.com, example.com, 80, /",
    "HTTPS://Example.COM/A?b=%20#c, example.com, 443, /A?b=%20",
    "http://example.com:8080?q, example.com, 8080, /?q",
    "http://example.com:/x, example.com, 80, /x",
    "http://example.com./x, example.com, 80, /x",
    "https://good@evil/, evil, 443, /",
    "https://good:80@evil:81/, evil, 81, /",
    "http://a_b.example/, a_b.example, 80, /",
    "http://bücher.example/ä, xn--bcher-kva.example, 80, /%C3%A4",
    "http://BÜCHER.example, xn--bcher-kva.example, 80, /",
    "http://127.0.0.1/, 127.0.0.1, 80, /",
    "http://127.0.0.1./, 127.0.0.1, 80, /",
    "http://１２７。０。０。１/, 127.0.0.1, 80, /",
    "http://[::1]:8/, 0:0:0:0:0:0:0:1, 8, /",
    "http://[0:0::1]/, 0:0:0:0:0:0:0:1, 80, /",
    "http://[::ffff:127.0.0.1]/, 127.0.0.1, 80, /",
    "http://example.com//evil/x, example.com, 80, //evil/x",
    "http://example.com#@evil/, example.com, 80, /",
    "http://example.com?@evil/, example.com, 80, /?@evil/",
    "http://example.com/@evil, example.com, 80, /@evil",
  })
  void aUrlIsParsedInOneWay(String text, String host, int port, String target) {
    FetchUrl url = FetchUrl.parse(text).orElseThrow();
    assertThat(url.host().text()).isEqualTo(host);
    assertThat(url.port()).isEqualTo(port);
    assertThat(url.target()).isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "example.com",
        "/x",
        "//example.com/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http:example.com",
        "http:/example.com",
        "http://",
        "http:///x",
        "http://:80/",
        "http://user@/",
        " http://example.com",
        "http://example.com/a b",
        "http://example.com/a\r\nHost: evil",
        "http://example.com\\@evil/",
        "http://a@b@c/",
        "http://exa%6dple.com/",
        "http://example..com/",
        "http://.example.com/",
        "http://example.com../",
        "http://*.example.com/",
        "http://example.com:0/",
        "http://example.com:65536/",
        "http://example.com:-1/",
        "http://example.com:80:80/",
        "http://example.com:8a/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0x7f000001/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://127.0.1/",
        "http://127.0.0.01/",
        "http://127.0.0.256/",
        "http://1.2.3.4.5/",
        "http://example.1/",
        "http://0x/",
        "http://１２７.１/",
        "http://[::1/",
        "http://::1/",
        "http://[]/",
        "http://[127.0.0.1]/",
        "http://[fe80::1%eth0]/",
        "http://[fe80::1%25eth0]/",
        "http://[v1.x]/",
        "http://[::1]x/",
        "http://x[::1]/",
        "http://[[::1]]/",
        "http://exa\u0000mple.com/",
        "http://example.com/\uD800",
      })
  void whatCouldMeanSomethingElseIsNoUrl(String text) {
    assertThat(FetchUrl.parse(text)).isEmpty();
  }

  @Test
  void anEndlessUrlIsNone() {
    assertThat(FetchUrl.parse("http://example.com/" + "a".repeat(40_000))).isEmpty();
    assertThat(FetchUrl.parse("http://" + "a.".repeat(300) + "com/")).isEmpty();
    assertThat(FetchUrl.parse("http://" + "a".repeat(64) + ".com/")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://other/x, http other 80 /x",
    "HTTPS://other, https other 443 /",
    "//other/x, http other 80 /x",
    "/x?y, http h 81 /x?y",
    "x, http h 81 /a/x",
    "../x, http h 81 /a/../x",
    "?x, http h 81 /a/b?x",
    "#x, http h 81 /a/b?q",
    "'', http h 81 /a/b?q",
    "x:y, none",
    "mailto:a@b, none",
    "ftp://h/x, none",
    "http://[bad/, none",
    "/a b, none",
  })
  void aLocationIsRelativeToWhereItCameFrom(String location, String expected) {
    FetchUrl base = FetchUrl.parse("http://h:81/a/b?q").orElseThrow();
    String found =
        base.resolve(location)
            .map(
                it ->
                    (it.secure() ? "https " : "http ")
                        + it.host().text()
                        + ' '
                        + it.port()
                        + ' '
                        + it.target())
            .orElse("none");
    assertThat(found).isEqualTo(expected);
  }
}
