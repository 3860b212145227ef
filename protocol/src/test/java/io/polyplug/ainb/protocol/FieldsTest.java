package io.polyplug.ainb.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members that are read by hand, and the two forms of bytes (6.3). */
class FieldsTest {
  private static String refusal(ThrowingCallable call) {
    RpcException refused = catchThrowableOfType(RpcException.class, call);
    assertThat(refused.error().code()).isEqualTo(-32602);
    return refused.error().message();
  }

  private static Json members(int count, String value) {
    return Json.parse(
        IntStream.range(0, count)
            .mapToObj(i -> "\"m" + i + "\" : " + value)
            .collect(Collectors.joining(" , ", "{", "}")));
  }

  private static Json elements(int count) {
    return Json.parse("{\"a\":[" + "1,".repeat(count - 1) + "1]}");
  }

  @Test
  void whatIsNoObjectIsCalledByItsName() {
    assertThat(refusal(() -> Fields.of(Json.NULL))).isEqualTo("params: expected an object");
    assertThat(refusal(() -> CliReply.read(Json.parse("7"))))
        .isEqualTo("result: expected an object");
    assertThat(refusal(() -> RenderReply.read(Json.parse("[]"))))
        .isEqualTo("result: expected an object");
    assertThat(
            refusal(() -> InitReply.read(Json.parse("{\"manifest\":{\"plugin\":{\"name\":1}}}"))))
        .isEqualTo("manifest.plugin.name: expected a string");
  }

  @Test
  void anObjectMayHaveAThousandMembersAndNoMore() {
    String tricky = "{\"x,\\\",\": [1, {\"y\": \"},{\\\\\"}, 2, 3]}";
    assertThat(Fields.of(members(Fields.MOST_MEMBERS, tricky)).has("m999")).isTrue();
    assertThat(refusal(() -> Fields.of(members(Fields.MOST_MEMBERS + 1, tricky))))
        .isEqualTo("params: expected at most 1000 members");
  }

  @Test
  void anArrayMayHaveAHundredThousandElementsAndNoMore() {
    assertThat(Fields.of(elements(Fields.MOST_ELEMENTS)).elements("a"))
        .hasSize(Fields.MOST_ELEMENTS);
    assertThat(refusal(() -> Fields.of(elements(Fields.MOST_ELEMENTS + 1)).elements("a")))
        .isEqualTo("a: expected at most 100000 elements");
  }

  @Test
  void bytesAreReadFromAnArrayOfNumbers() {
    assertThat(Bytes.read(Json.parse("[]")).orElseThrow()).isEmpty();
    assertThat(Bytes.read(Json.parse("[0]")).orElseThrow()).containsExactly(0);
    assertThat(Bytes.read(Json.parse(" [ 0 ,7, 99,\n255 ] ")).orElseThrow())
        .containsExactly(0, 7, 99, 255);
    assertThat(Bytes.read(Json.parse("[" + "0,".repeat(8_000_000) + "1]")).orElseThrow())
        .hasSize(8_000_001)
        .endsWith((byte) 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[256]",
        "[-1]",
        "[-0]",
        "[1.0]",
        "[1e1]",
        "[0.5]",
        "[\"1\"]",
        "[null]",
        "[true]",
        "[[1]]",
        "[{}]",
        "[1,1000]",
        "[99999999999999999999]",
        "{}",
        "7",
        "null"
      })
  void whatIsNoOctetMakesNoBytes(String text) {
    assertThat(Bytes.read(Json.parse(text))).isEmpty();
  }

  @Test
  void aNumberOfManyDigitsIsNoOctet() {
    assertThat(Bytes.read(Json.parse("[" + "1".repeat(5_000) + "]"))).isEmpty();
  }
}
