package io.polyplug.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import org.junit.jupiter.api.Test;

/** What plugins say when they are greeted is kept, in bounds. */
class GreetingTest {
  private static Json longText(int length) {
    return Json.string("x".repeat(length));
  }

  @Test
  void anAnswerIsKeptAsItCame() {
    Greeting greeting = Greeting.of("any 1", Json.parse("{ \"capabilities\" : {\"n\":1.10} }"));
    assertThat(greeting.protocol()).isEqualTo("any 1");
    assertThat(greeting.answer()).hasToString("{ \"capabilities\" : {\"n\":1.10} }");
    assertThat(greeting.cut()).isFalse();
  }

  @Test
  void ofAnAnswerThatIsTooLongTheMembersStayThatFindRoom() {
    Json answer =
        Json.object(
            out -> {
              out.writeStringProperty("name", "it");
              out.writeName("icon");
              longText(Greeting.MAX_ANSWER).writeTo(out);
              out.writeBooleanProperty("capable", true);
            });
    Greeting greeting = Greeting.of("any 1", answer);
    assertThat(greeting.cut()).isTrue();
    assertThat(greeting.answer()).hasToString("{\"name\":\"it\",\"capable\":true}");
  }

  @Test
  void manyMembersStayWithinTheBound() {
    Json answer =
        Json.object(
            out -> {
              for (int i = 0; i < 100_000; i++) {
                out.writeNumberProperty("member" + i, i);
              }
            });
    Greeting greeting = Greeting.of("any 1", answer);
    assertThat(greeting.cut()).isTrue();
    assertThat(greeting.answer().length())
        .isLessThanOrEqualTo(Greeting.MAX_ANSWER)
        .isGreaterThan(Greeting.MAX_ANSWER - 100);
  }

  @Test
  void whatIsNoObjectAndTooLongIsNotKept() {
    Greeting greeting = Greeting.of("any 1", longText(Greeting.MAX_ANSWER));
    assertThat(greeting.cut()).isTrue();
    assertThat(greeting.answer()).isEqualTo(Json.NULL);
  }
}
