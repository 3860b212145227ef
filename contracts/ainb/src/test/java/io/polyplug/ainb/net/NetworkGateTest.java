package io.polyplug.ainb.net;

import static io.polyplug.ainb.Answers.assertDenied;
import static io.polyplug.ainb.Answers.error;
import static io.polyplug.ainb.Answers.granted;
import static io.polyplug.ainb.net.Fetching.service;
import static io.polyplug.ainb.net.Fetching.url;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.Capabilities;
import io.polyplug.base.Clock;
import io.polyplug.wire.Json;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkGateTest {
  private final TestServer server =
      TestServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private String at(String host) {
    return "http://" + host + ":" + server.port() + "/";
  }

  @Test
  void withoutAGrantEverythingIsDeniedBeforeTheParamsAreLookedAt() {
    NetworkService absent = new NetworkService(Capabilities.NONE, Clock.system());
    for (NetworkService service :
        List.of(absent, service(false, Map.of()), service(List.of(), Map.of()))) {
      assertDenied("network", () -> service.fetch(url(at("127.0.0.1"))));
      assertDenied("network", () -> service.fetch(url("no url")));
      assertDenied("network", () -> service.fetch(Json.NULL));
    }
    assertThat(server.requests).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "ftp://other/", "http://0x7f.1/"})
  void withAGrantABadUrlIsFoundBeforeTheHostIsMatched(String url) {
    assertThat(error(() -> service(List.of("example.com"), Map.of()).fetch(url(url))).code())
        .isEqualTo(-32602);
  }

  @Test
  void trueAdmitsAnyHost() throws Exception {
    Map<String, String> names = Map.of("some.example", "127.0.0.1");
    assertThat(service(true, names).fetch(url(at("some.example"))).toString()).contains("200");
    assertThat(service(true, names).fetch(url(at("127.0.0.1"))).toString()).contains("200");
  }

  @ParameterizedTest
  @CsvSource({
    "example.com, EXAMPLE.com",
    "Example.COM., example.com",
    "example.com, example.com.",
    "bücher.example, xn--bcher-kva.example",
    "xn--bcher-kva.example, BÜCHER.example",
    "127.0.0.1, 127.0.0.1",
    "127.0.0.1, [::ffff:127.0.0.1]",
  })
  void aListedHostIsAdmittedInAnySpelling(String entry, String host) throws Exception {
    Map<String, String> names =
        Map.of("example.com", "127.0.0.1", "xn--bcher-kva.example", "127.0.0.1");
    assertThat(service(List.of("other", entry), names).fetch(url(at(host))).toString())
        .contains("200");
    String withPort = entry + ":" + server.port();
    assertThat(service(List.of(withPort), names).fetch(url(at(host)))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "example.com, api.example.com",
    "example.com, example.com.evil.net",
    "example.com, evilexample.com",
    "example.com, com",
    "*.example.com, api.example.com",
    "*, example.com",
    ".example.com, api.example.com",
    "example.com/, example.com",
    "http://example.com, example.com",
    "'', example.com",
    "example.com, example.com@evil.net",
    "example.com:80, example.com",
    "example.com:0, example.com",
    "example.com:99999, example.com",
    "127.0.0.1, 127.0.0.2",
    "127.1, 127.0.0.1",
    "localhost, 127.0.0.1",
  })
  void nothingElseIsAdmittedAndNothingIsLookedUp(String entry, String host) {
    AtomicInteger lookups = new AtomicInteger();
    NetworkService service =
        new NetworkService(
            granted("network", List.of(entry)),
            Clock.system(),
            name -> {
              lookups.incrementAndGet();
              return List.of(InetAddress.ofLiteral("127.0.0.1"));
            },
            (SSLSocketFactory) SSLSocketFactory.getDefault());
    assertDenied("network", () -> service.fetch(url(at(host))));
    assertThat(lookups).hasValue(0);
    assertThat(server.requests).isEmpty();
  }

  @Test
  void theHostOfAUrlWithAUserNameIsBehindIt() {
    assertDenied(
        "network", () -> service(List.of("good"), Map.of()).fetch(url("https://good@evil/")));
    assertDenied(
        "network", () -> service(List.of("good"), Map.of()).fetch(url("https://good:443@evil/")));
  }

  @Test
  void aUserNameInAUrlIsNotSent() throws Exception {
    service(true, Map.of()).fetch(url("http://user:secret@127.0.0.1:" + server.port() + "/"));
    assertThat(server.requests.getFirst().head()).doesNotContain("user:", "secret", "thorization");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"169.254.169.254", "0.0.0.0", "224.0.0.1", "[fe80::1]", "[::]", "[fd00:ec2::254]"})
  void anAddressThatIsRefusedNeedsToBeListedItself(String address) {
    assertDenied("network", () -> service(true, Map.of()).fetch(url("http://" + address + ":1/")));
  }

  @Test
  void aListedAddressIsAdmittedWhateverItIs() throws Exception {
    // On this system the unspecified address is this host.
    assertThat(service(List.of("0.0.0.0"), Map.of()).fetch(url(at("0.0.0.0"))).toString())
        .contains("200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "127.0.0.1 169.254.169.254",
        "127.0.0.1 fd00:ec2::254",
        "0.0.0.0",
        "64:ff9b::169.254.169.254"
      })
  void aNameThatLeadsToARefusedAddressIsDeniedAlsoIfItIsListed(String addresses) {
    Map<String, String> names = Map.of("rebound.example", addresses);
    for (Object grant : List.of(true, List.of("rebound.example"))) {
      assertDenied("network", () -> service(grant, names).fetch(url(at("rebound.example"))));
    }
    assertThat(server.requests).isEmpty();
  }

  @Test
  void whatIsConnectedToIsWhatWasVetted() throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    NetworkService service =
        new NetworkService(
            granted("network", true),
            Clock.system(),
            name ->
                List.of(
                    InetAddress.ofLiteral(
                        lookups.getAndIncrement() == 0 ? "127.0.0.1" : "169.254.169.254")),
            (SSLSocketFactory) SSLSocketFactory.getDefault());
    assertThat(service.fetch(url(at("rebinding.example"))).toString()).contains("200");
    assertThat(lookups).hasValue(1);
  }
}
