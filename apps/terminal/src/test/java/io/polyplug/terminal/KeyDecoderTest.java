package io.polyplug.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.ainb.protocol.KeyCode;
import io.polyplug.ainb.protocol.KeyCode.Named;
import io.polyplug.ainb.protocol.KeyEvent;
import io.polyplug.ainb.protocol.MouseEvent;
import io.polyplug.ainb.protocol.MouseKind;
import io.polyplug.ainb.protocol.MouseKind.Action;
import io.polyplug.ainb.protocol.MouseKind.Button;
import io.polyplug.ainb.protocol.MouseKind.Plain;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes of a terminal in, keys of section 6.2 out. */
class KeyDecoderTest {
  private final List<Input> inputs = new ArrayList<>();
  private final KeyDecoder decoder = new KeyDecoder(inputs::add);

  private List<Input> decode(String text) {
    byte[] bytes = text.replace('^', '\u001b').getBytes(StandardCharsets.UTF_8);
    decoder.feed(bytes, 0, bytes.length);
    if (decoder.isOpen()) {
      decoder.settle();
    }
    return inputs;
  }

  private static Input key(KeyCode code, int mods) {
    return new Input.Key(KeyEvent.press(code, mods));
  }

  private static Input character(int codePoint, int mods) {
    return key(new KeyCode.Char(codePoint), mods);
  }

  private static Input pasted(int codePoint) {
    return new Input.Pasted(KeyEvent.press(new KeyCode.Char(codePoint), 0));
  }

  private static Input mouse(MouseKind kind, int column, int row, int mods) {
    return new Input.Mouse(new MouseEvent(kind, column, row, mods));
  }

  @Test
  void everyCharacterIsOneKeyWhateverItsBytes() {
    assertThat(decode("zé宽😀"))
        .containsExactly(
            character('z', 0), character(0xE9, 0), character(0x5BBD, 0), character(0x1F600, 0));
  }

  @Test
  void aCharacterMayComeInPieces() {
    for (byte octet : "😀".getBytes(StandardCharsets.UTF_8)) {
      decoder.feed(new byte[] {octet}, 0, 1);
    }
    assertThat(inputs).containsExactly(character(0x1F600, 0));
  }

  @Test
  void bytesThatAreNoCharacterAreDropped() {
    byte[] bytes = {
      (byte) 0xC3,
      'a',
      (byte) 0xFF,
      (byte) 0x80,
      (byte) 0xED,
      (byte) 0xA0,
      (byte) 0x80,
      'b',
      (byte) 0xC0,
      (byte) 0xAF
    };
    decoder.feed(bytes, 0, bytes.length);
    assertThat(inputs).containsExactly(character('a', 0), character('b', 0));
  }

  @Test
  void anUpperCaseLetterCarriesShift() {
    assertThat(decode("H?")).containsExactly(character('H', KeyEvent.SHIFT), character('?', 0));
  }

  @Test
  void controlCharactersAreLettersWithCtrl() {
    assertThat(decode("\u0001\u0003\n\u001a\u0000\u001d"))
        .containsExactly(
            character('a', KeyEvent.CTRL),
            character('c', KeyEvent.CTRL),
            character('j', KeyEvent.CTRL),
            character('z', KeyEvent.CTRL),
            character(' ', KeyEvent.CTRL),
            character(']', KeyEvent.CTRL));
  }

  @Test
  void enterTabAndBackspaceHaveNames() {
    assertThat(decode("\r\t\u007f"))
        .containsExactly(key(Named.ENTER, 0), key(Named.TAB, 0), key(Named.BACKSPACE, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "^[A,UP",
    "^[B,DOWN",
    "^[C,RIGHT",
    "^[D,LEFT",
    "^[H,HOME",
    "^[F,END",
    "^OA,UP",
    "^OH,HOME",
    "^[1~,HOME",
    "^[7~,HOME",
    "^[4~,END",
    "^[8~,END",
    "^[3~,DELETE",
    "^[5~,PAGE_UP",
    "^[6~,PAGE_DOWN",
    "^[Z,BACK_TAB",
    "^OM,ENTER"
  })
  void everyNamedKeyIsKnownByItsSequences(String bytes, Named named) {
    assertThat(decode(bytes)).containsExactly(key(named, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "^OP,1",
    "^OS,4",
    "^[P,1",
    "^[11~,1",
    "^[15~,5",
    "^[17~,6",
    "^[21~,10",
    "^[23~,11",
    "^[24~,12",
    "^[25~,13",
    "^[34~,20",
    "^[[A,1",
    "^[[E,5"
  })
  void functionKeysHaveNumbers(String bytes, int number) {
    assertThat(decode(bytes)).containsExactly(key(new KeyCode.Function(number), 0));
  }

  @ParameterizedTest
  @CsvSource({"2,1", "3,4", "4,5", "5,2", "6,3", "7,6", "8,7", "9,8"})
  void modifiersOfNamedKeysAreThoseOfTheContract(int sent, int mods) {
    decode("^[1;" + sent + "A^[3;" + sent + "~^[1;" + sent + "R^[15;" + sent + "~");
    assertThat(inputs)
        .containsExactly(
            key(Named.UP, mods),
            key(Named.DELETE, mods),
            key(new KeyCode.Function(3), mods),
            key(new KeyCode.Function(5), mods));
  }

  @Test
  void altIsTheEscapeBeforeACharacter() {
    assertThat(decode("^x^é^\u0001^\r"))
        .containsExactly(
            character('x', KeyEvent.ALT),
            character(0xE9, KeyEvent.ALT),
            character('a', KeyEvent.ALT | KeyEvent.CTRL),
            key(Named.ENTER, KeyEvent.ALT));
  }

  @Test
  void aLoneEscapeIsOpenUntilNothingFollows() {
    decoder.feed(new byte[] {0x1B}, 0, 1);
    assertThat(decoder.isOpen()).isTrue();
    assertThat(inputs).isEmpty();
    decoder.settle();
    assertThat(inputs).containsExactly(key(Named.ESC, 0));
    assertThat(decoder.isOpen()).isFalse();
  }

  @Test
  void twoEscapesAreTwoKeys() {
    assertThat(decode("^^")).containsExactly(key(Named.ESC, 0), key(Named.ESC, 0));
  }

  @ParameterizedTest
  @ValueSource(chars = {'[', 'O', ']', 'P', '_'})
  void altWithTheBeginningOfASequenceIsACharacterOnceNothingFollows(char ch) {
    int shift = Character.isUpperCase(ch) ? KeyEvent.SHIFT : 0;
    assertThat(decode("^" + ch)).containsExactly(character(ch, KeyEvent.ALT | shift));
  }

  @Test
  void aSequenceMayComeInPieces() {
    for (byte octet : "\u001b[1;5D".getBytes(StandardCharsets.UTF_8)) {
      decoder.feed(new byte[] {octet}, 0, 1);
    }
    assertThat(inputs).containsExactly(key(Named.LEFT, KeyEvent.CTRL));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^[99~", "^[?1;2c", "^[>0;276;0c", "^[12;40R", "^[I", "^[O", "^]11;rgb:00/00/00^\\",
        "^]0;title\u0007", "^P1$r0m^\\", "^[1;5:3A", "^[200000000000~", "^Oz", "^[[z", "^[57358u"
      })
  void anUnknownSequenceIsDroppedWhole(String bytes) {
    assertThat(decode(bytes + "a")).containsExactly(character('a', 0));
  }

  @Test
  void anEndlessSequenceIsDroppedAndHoldsNothing() {
    assertThat(decode("^[" + "1;".repeat(100_000) + "Ab")).containsExactly(character('b', 0));
  }

  @Test
  void insertIsNoKeyOfThePlugins() {
    assertThat(decode("^[2~^[2;5~")).containsOnly(Input.OwnKey.INSERT).hasSize(2);
  }

  @Test
  void keysInTheUnicodeFormAreKnown() {
    assertThat(decode("^[97;5u^[13u^[27u^[9;2u^[27;5;105~"))
        .containsExactly(
            character('a', KeyEvent.CTRL),
            key(Named.ENTER, 0),
            key(Named.ESC, 0),
            key(Named.BACK_TAB, 0),
            character('i', KeyEvent.CTRL));
  }

  @Test
  void aPasteIsCharactersAndNeverACommand() {
    decode("^[200~q?\r\nx\u0003\u0001^[A^[201~q");
    assertThat(inputs)
        .containsExactly(
            pasted('q'),
            pasted('?'),
            new Input.Pasted(KeyEvent.press(Named.ENTER, 0)),
            pasted('x'),
            character('q', 0));
  }

  @Test
  void aPasteWhoseEndIsLostCanBeEnded() {
    decode("^[200~a");
    assertThat(decoder.isPasting()).isTrue();
    decoder.endPaste();
    assertThat(decode("\u0003")).endsWith(character('c', KeyEvent.CTRL));
  }

  @Test
  void mouseButtonsAndWheelAreEvents() {
    decode("^[<0;3;4M^[<0;3;4m^[<34;5;6M^[<65;1;1M^[<66;1;1M^[<17;2;2M");
    assertThat(inputs)
        .containsExactly(
            mouse(new MouseKind.Pressed(Action.DOWN, Button.LEFT), 2, 3, 0),
            mouse(new MouseKind.Pressed(Action.UP, Button.LEFT), 2, 3, 0),
            mouse(new MouseKind.Pressed(Action.DRAG, Button.RIGHT), 4, 5, 0),
            mouse(Plain.SCROLL_DOWN, 0, 0, 0),
            mouse(Plain.SCROLL_LEFT, 0, 0, 0),
            mouse(new MouseKind.Pressed(Action.DOWN, Button.MIDDLE), 1, 1, KeyEvent.CTRL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"^[<0;0;1M", "^[<0;1M", "^[<129;1;1M", "^[<0;1;1X", "^[<0;999999;1M"})
  void mouseSequencesThatMakeNoSenseAreDropped(String bytes) {
    assertThat(decode(bytes)).isEmpty();
  }
}
