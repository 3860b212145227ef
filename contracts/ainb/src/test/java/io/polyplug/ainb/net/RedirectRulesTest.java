package io.polyplug.ainb.net;

import static io.polyplug.ainb.Answers.assertDenied;
import static io.polyplug.ainb.Answers.error;
import static io.polyplug.ainb.net.Fetching.any;
import static io.polyplug.ainb.net.Fetching.request;
import static io.polyplug.ainb.net.Fetching.service;
import static io.polyplug.ainb.net.Fetching.url;
import static io.polyplug.ainb.net.Fetching.writeHeaders;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectRulesTest {
  private static final Map<String, String> NAMES =
      Map.of("one.example", "127.0.0.1", "two.example", "127.0.0.1");

  /** Redirects {@code /from} with this status to this place, and answers 200 to the rest. */
  private static TestServer redirecting(int status, String location) {
    return TestServer.start(
        (request, out) ->
            out.write(
                (request.line().contains(" /from")
                        ? "HTTP/1.1 " + status + " X\r\nLocation: " + location + "\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static Json post(String url, String method) {
    return request(
        url,
        out -> {
          out.writeStringProperty("method", method);
          out.writeStringProperty("body", "aGk=");
          writeHeaders(
              out,
              List.of(
                  "Content-Type",
                  "text/plain",
                  "Authorization",
                  "secret",
                  "Cookie",
                  "c",
                  "X",
                  "y"));
        });
  }

  @ParameterizedTest
  @CsvSource({
    "301, POST, GET, false",
    "302, POST, GET, false",
    "303, POST, GET, false",
    "303, PUT, GET, false",
    "303, HEAD, HEAD, true",
    "301, PUT, PUT, true",
    "302, DELETE, DELETE, true",
    "307, POST, POST, true",
    "308, POST, POST, true",
    "307, GET, GET, true",
  })
  void theStatusSaysWhatIsRepeated(int status, String method, String then, boolean body)
      throws Exception {
    try (TestServer server = redirecting(status, "/to")) {
      assertThat(any().fetch(post(server.url("/from"), method)).toString()).contains("200");
      TestServer.Incoming second = server.requests.getLast();
      assertThat(second.line()).isEqualTo(then + " /to HTTP/1.1");
      assertThat(second.body()).isEqualTo(body ? "hi" : "");
      assertThat(second.head().contains("Content-Type")).isEqualTo(body);
      assertThat(second.head()).contains("Authorization: secret", "Cookie: c", "X: y");
    }
  }

  @ParameterizedTest
  @CsvSource({"two.example", "one.example."})
  void secretsAreDroppedWhenTheHostChanges(String next) throws Exception {
    TestServer[] server = new TestServer[1];
    try (TestServer started =
        TestServer.start(
            (request, out) ->
                out.write(
                    (request.line().contains(" /from")
                            ? "HTTP/1.1 307 X\r\nLocation: http://"
                                + next
                                + ":"
                                + server[0].port()
                                + "/to\r\n\r\n"
                            : "HTTP/1.1 200 OK\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1)))) {
      server[0] = started;
      service(true, NAMES).fetch(post("http://one.example:" + started.port() + "/from", "POST"));
      String head = started.requests.getLast().head();
      assertThat(head).contains("X: y", "Content-Type");
      assertThat(head.contains("secret")).isEqualTo(next.equals("one.example."));
      assertThat(head.contains("Cookie")).isEqualTo(next.equals("one.example."));
    }
  }

  @Test
  void anotherPortIsAnotherServer() throws Exception {
    try (TestServer second = redirecting(200, "");
        TestServer first = redirecting(308, second.url("/to"))) {
      any().fetch(post(first.url("/from"), "POST"));
      assertThat(second.requests.getFirst().head()).doesNotContain("secret", "Cookie");
    }
  }

  @Test
  void aRedirectToAnUnlistedHostIsDenied() throws Exception {
    try (TestServer second = redirecting(200, "");
        TestServer first = redirecting(302, "http://two.example:" + second.port() + "/to")) {
      NetworkService service = service(List.of("one.example"), NAMES);
      assertDenied(
          "network", () -> service.fetch(url("http://one.example:" + first.port() + "/from")));
      assertThat(second.requests).isEmpty();
    }
  }

  @Test
  void aRedirectToAnUnlistedPortIsDenied() throws Exception {
    try (TestServer second = redirecting(200, "");
        TestServer first = redirecting(302, second.url("/to"))) {
      NetworkService service = service(List.of("127.0.0.1:" + first.port()), NAMES);
      assertDenied("network", () -> service.fetch(url(first.url("/from"))));
      assertThat(second.requests).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest/meta-data/",
        "http://[fe80::1]/",
        "http://[::ffff:169.254.169.254]/",
        "http://[64:ff9b::a9fe:a9fe]/",
        "http://0.0.0.0/",
        "//metadata.example/"
      })
  void aRedirectToARefusedAddressIsDenied(String location) throws Exception {
    try (TestServer server = redirecting(302, location)) {
      NetworkService service = service(true, Map.of("metadata.example", "169.254.169.254"));
      assertDenied("network", () -> service.fetch(url(server.url("/from"))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://127.0.0.1/", "file:///etc/passwd", "http://0x7f.1/", "http://["})
  void aRedirectToWhatIsNoHttpUrlIsAnInternalError(String location) throws Exception {
    try (TestServer server = redirecting(302, location)) {
      assertThat(error(() -> any().fetch(url(server.url("/from")))).code()).isEqualTo(-32603);
    }
  }

  @Test
  void aRedirectWithoutAPlaceIsAResult() throws Exception {
    try (TestServer server = TestServer.answering("HTTP/1.1 302 Found\r\n\r\n")) {
      assertThat(any().fetch(url(server.url("/"))).toString()).contains("302");
    }
  }

  @Test
  void tenRedirectsAreFollowedAndNoMore() throws Exception {
    try (TestServer server =
        TestServer.start(
            (request, out) -> {
              int left = Integer.parseInt(request.line().replaceAll("\\D*(\\d+).*", "$1"));
              String answer =
                  left == 0
                      ? "HTTP/1.1 200 OK\r\n\r\n"
                      : "HTTP/1.1 302 X\r\nLocation: " + (left - 1) + "\r\n\r\n";
              out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
            })) {
      assertThat(any().fetch(url(server.url("/10"))).toString()).contains("200");
      assertThat(error(() -> any().fetch(url(server.url("/11")))).message())
          .isEqualTo("fetch: more than 10 redirects");
      assertThat(server.requests).hasSize(22);
    }
  }

  @Test
  void aLoopOfRedirectsEnds() throws Exception {
    try (TestServer server = redirecting(307, "/from")) {
      assertThat(error(() -> any().fetch(url(server.url("/from")))).code()).isEqualTo(-32603);
    }
  }
}
