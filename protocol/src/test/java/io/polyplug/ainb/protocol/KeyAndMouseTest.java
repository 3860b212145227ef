package io.polyplug.ainb.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 6.2 and 5.6: keys and mouse. */
class KeyAndMouseTest {
  @Test
  void theExampleOfTheContractIsWritten() {
    assertThat(KeyEvent.press(KeyCode.Named.ESC, 0).toJson())
        .hasToString("{\"code\":{\"type\":\"esc\"},\"mods\":0,\"kind\":\"press\"}");
  }

  @Test
  void everyKeyOfTheTableIsReadAsItWasWritten() {
    for (KeyCode.Named named : KeyCode.Named.values()) {
      assertThat(KeyCode.read(named.toJson())).isEqualTo(named);
    }
    for (int number = 1; number <= 24; number++) {
      KeyCode key = new KeyCode.Function(number);
      assertThat(KeyCode.read(key.toJson())).isEqualTo(key);
    }
    for (int codePoint : new int[] {'z', ' ', 0xE9, 0x1F600}) {
      KeyEvent key = new KeyEvent(new KeyCode.Char(codePoint), KeyEvent.ALT, KeyKind.RELEASE);
      assertThat(KeyEvent.read(key.toJson())).isEqualTo(key);
    }
    assertThat(KeyCode.Named.BACK_TAB.toJson()).hasToString("{\"type\":\"back_tab\"}");
    assertThat(new KeyCode.Function(7).toJson()).hasToString("{\"type\":\"f\",\"n\":7}");
  }

  @Test
  void modsAreNoneAndTheKindIsPressWhenAbsent() {
    assertThat(KeyEvent.read(Json.parse("{\"code\":{\"type\":\"char\",\"ch\":\"z\"}}")))
        .isEqualTo(KeyEvent.press(new KeyCode.Char('z'), 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"code\":{\"type\":\"insert\"}}",
        "{\"code\":{\"type\":\"f\",\"n\":25}}",
        "{\"code\":{\"type\":\"f\",\"n\":0}}",
        "{\"code\":{\"type\":\"char\",\"ch\":\"\"}}",
        "{\"code\":{\"type\":\"char\",\"ch\":\"ab\"}}",
        "{\"code\":{\"type\":\"char\",\"ch\":\"e\\u0301\"}}",
        "{\"code\":{\"type\":\"char\",\"ch\":\"\\ud83d\"}}",
        "{\"code\":{\"type\":\"esc\"},\"mods\":256}",
        "{\"code\":{\"type\":\"esc\"},\"kind\":\"held\"}",
      })
  void whatIsNoKeyIsInvalidParams(String text) {
    assertThatExceptionOfType(RpcException.class)
        .isThrownBy(() -> KeyEvent.read(Json.parse(text)))
        .satisfies(it -> assertThat(it.error().code()).isEqualTo(-32602));
  }

  @Test
  void halfASurrogatePairIsNoCharacter() {
    assertThatIllegalArgumentException().isThrownBy(() -> new KeyCode.Char(0xD83D));
  }

  @Test
  void aMouseEventIsReadAsItWasWritten() {
    for (MouseKind kind : MouseKind.Plain.values()) {
      MouseEvent event = new MouseEvent(kind, 3, 4, 0);
      assertThat(MouseEvent.read(event.toJson())).isEqualTo(event);
    }
    MouseEvent event =
        new MouseEvent(
            new MouseKind.Pressed(MouseKind.Action.DRAG, MouseKind.Button.MIDDLE), 65535, 0, 2);
    assertThat(MouseEvent.read(event.toJson())).isEqualTo(event);
    assertThat(event.toJson())
        .hasToString(
            "{\"kind\":{\"type\":\"drag\",\"button\":{\"type\":\"middle\"}},"
                + "\"col\":65535,\"row\":0,\"mods\":2}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":{\"type\":\"down\"},\"col\":0,\"row\":0}",
        "{\"kind\":{\"type\":\"down\",\"button\":{\"type\":\"side\"}},\"col\":0,\"row\":0}",
        "{\"kind\":{\"type\":\"hover\"},\"col\":0,\"row\":0}",
        "{\"kind\":{\"type\":\"moved\"},\"col\":65536,\"row\":0}",
      })
  void whatIsNoMouseEventIsInvalidParams(String text) {
    assertThatExceptionOfType(RpcException.class)
        .isThrownBy(() -> MouseEvent.read(Json.parse(text)))
        .satisfies(it -> assertThat(it.error().code()).isEqualTo(-32602));
  }
}
