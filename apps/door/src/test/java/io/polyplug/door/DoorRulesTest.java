package io.polyplug.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may come in. */
class DoorRulesTest {
  private static final String HOST = "127.0.0.1:4711";
  private static final DoorRules RULES =
      new DoorRules(Reach.loopback(4711), 4711, Optional.of("s3cret"));
  private static final DoorRules OPEN = new DoorRules(Reach.loopback(4711), 4711, Optional.empty());

  private static int judge(
      DoorRules rules,
      @Nullable String host,
      @Nullable String origin,
      @Nullable String authorization) {
    return rules
        .judge(
            Optional.ofNullable(host),
            Optional.ofNullable(origin),
            Optional.ofNullable(authorization),
            false)
        .map(DoorRules.Refusal::status)
        .orElse(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:4711", "localhost:4711", "LocalHost:4711", "[::1]:4711"})
  void everyNameOfThisMachineIsAHost(String host) {
    assertThat(judge(RULES, host, null, "Bearer s3cret")).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "127.0.0.1",
        "127.0.0.1:4712",
        "evil.example:4711",
        "localhost.evil.example:4711",
        "localhost:4711.evil.example",
        "evil.example, 127.0.0.1:4711",
        "127.0.0.1:4711, 127.0.0.1:4711",
        "127.0.0.1:4711@evil.example",
        "0.0.0.0:4711",
        "::1:4711",
        "[::1]",
        "[::1]4711",
        "[::2]:4711",
        "[::ffff:127.0.0.1]:4711",
        "127.0.0.1:04711"
      })
  void everyOtherHostIsForbidden(String host) {
    assertThat(judge(RULES, host, null, "Bearer s3cret")).isEqualTo(403);
    assertThat(judge(OPEN, host, null, null)).isEqualTo(403);
  }

  private static DoorRules at(String address, int port, String... names) {
    return new DoorRules(
        Reach.at(InetAddress.ofLiteral(address), port, List.of(names), Optional.empty()),
        port,
        Optional.empty());
  }

  @Test
  void anotherAddressIsAHostOnlyAsItselfAndUnderTheNamesThatWereGiven() {
    DoorRules rules = at("192.0.2.7", 4711, "work.example");
    assertThat(judge(rules, "192.0.2.7:4711", null, null)).isEqualTo(200);
    assertThat(judge(rules, "Work.Example:4711", "http://work.example:4711", null)).isEqualTo(200);
    assertThat(judge(rules, "localhost:4711", null, null)).isEqualTo(403);
    assertThat(judge(rules, "127.0.0.1:4711", null, null)).isEqualTo(403);
    assertThat(judge(rules, "work.example.evil:4711", null, null)).isEqualTo(403);
    assertThat(judge(rules, "192.0.2.7:4711", "http://192.0.2.8:4711", null)).isEqualTo(403);
  }

  @Test
  void everyAddressIsAHostUnderTheNamesAlone() {
    DoorRules rules = at("0.0.0.0", 4711, "work.example");
    assertThat(judge(rules, "work.example:4711", null, null)).isEqualTo(200);
    assertThat(judge(rules, "0.0.0.0:4711", null, null)).isEqualTo(403);
    assertThat(judge(rules, "localhost:4711", null, null)).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[2001:db8::1]", "[2001:DB8:0:0:0:0:0:1]"})
  void aLongAddressIsItselfHoweverItIsSpelled(String host) {
    assertThat(judge(at("2001:db8::1", 4711), host + ":4711", null, null)).isEqualTo(200);
    assertThat(Reach.canonical(host)).hasValue("[2001:db8::1]");
  }

  @Test
  void thePortOfTheSchemeMayBeLeftOutAndNoOther() {
    assertThat(judge(at("192.0.2.7", 80), "192.0.2.7", "http://192.0.2.7", null)).isEqualTo(200);
    assertThat(judge(at("192.0.2.7", 443), "192.0.2.7", null, null)).isEqualTo(403);
  }

  @Test
  void aRequestWithoutHostIsForbidden() {
    assertThat(judge(OPEN, null, null, null)).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:4711",
        "http://localhost:4711",
        "HTTP://LOCALHOST:4711",
        "http://[::1]:4711"
      })
  void aPageOfOurOwnOriginIsLetIn(String origin) {
    assertThat(judge(OPEN, HOST, origin, null)).isEqualTo(200);
    assertThat(judge(RULES, HOST, origin, "Bearer s3cret")).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "https://127.0.0.1:4711",
        "http://127.0.0.1",
        "http://127.0.0.1:4712",
        "http://evil.example",
        "http://evil.example:4711",
        "http://127.0.0.1:4711.evil.example",
        "http://127.0.0.1:4711, http://evil.example"
      })
  void aPageOfAnotherOriginIsForbiddenEvenWithTheToken(String origin) {
    assertThat(judge(RULES, HOST, origin, "Bearer s3cret")).isEqualTo(403);
    assertThat(judge(OPEN, HOST, origin, null)).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer s3cret", "bearer s3cret", "BEARER   s3cret "})
  void whoKnowsTheTokenIsLetIn(String authorization) {
    assertThat(judge(RULES, HOST, null, authorization)).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s3cret",
        "Bearer",
        "Bearer ",
        "Bearer S3cret",
        "Bearer s3cret2",
        "Bearer s3cre",
        "Basic s3cret",
        "Bearer s3cret, Bearer s3cret"
      })
  void whoDoesNotKnowTheTokenIsUnauthorized(String authorization) {
    assertThat(judge(RULES, HOST, null, authorization)).isEqualTo(401);
  }

  @Test
  void withoutATokenNoneIsAskedForAndOneIsPassedOver() {
    assertThat(judge(OPEN, HOST, null, null)).isEqualTo(200);
    assertThat(judge(OPEN, HOST, null, "Bearer anything")).isEqualTo(200);
  }

  @Test
  void theHostIsJudgedBeforeTheOriginAndTheOriginBeforeTheToken() {
    assertThat(
            RULES.judge(Optional.of("evil"), Optional.of("http://evil"), Optional.empty(), false))
        .hasValueSatisfying(it -> assertThat(it.sentence()).contains("Host"));
    assertThat(RULES.judge(Optional.of(HOST), Optional.of("http://evil"), Optional.empty(), false))
        .hasValueSatisfying(it -> assertThat(it.sentence()).contains("Origin"));
    assertThat(RULES.judge(Optional.of(HOST), Optional.empty(), Optional.empty(), false))
        .hasValueSatisfying(it -> assertThat(it.sentence()).contains("token"));
  }

  @Test
  void aRefusalDoesNotRepeatWhatWasSent() {
    assertThat(
            RULES.judge(
                Optional.of("evil-host"), Optional.empty(), Optional.of("Bearer wrong"), false))
        .hasValueSatisfying(it -> assertThat(it.sentence()).doesNotContain("evil-host"));
    assertThat(RULES.judge(Optional.of(HOST), Optional.empty(), Optional.of("Bearer wrong"), false))
        .hasValueSatisfying(
            it -> assertThat(it.sentence()).doesNotContain("wrong").doesNotContain("s3cret"));
  }

  @Test
  void whatIsOpenNeedsNoTokenButTheRightHostAndOrigin() {
    assertThat(RULES.judge(Optional.of(HOST), Optional.empty(), Optional.empty(), true)).isEmpty();
    assertThat(RULES.judge(Optional.of("evil"), Optional.empty(), Optional.empty(), true))
        .isPresent();
    assertThat(RULES.judge(Optional.of(HOST), Optional.of("http://evil"), Optional.empty(), true))
        .isPresent();
  }
}
