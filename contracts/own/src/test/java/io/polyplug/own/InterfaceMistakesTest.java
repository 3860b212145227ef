package io.polyplug.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.polyplug.own.protocol.Notification;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong with an interface is told when the contract is made. */
class InterfaceMistakesTest {
  /** Told apart by more than the name. */
  public interface Overloaded {
    String greet(String name);

    String greet(int number);
  }

  /** Nothing to send. */
  public interface Empty {
    default void nothing() {}
  }

  /** No value. */
  public interface Strange {
    void read(List<Thread> threads);
  }

  /** No type. */
  public interface Wild {
    List<? extends String> names();
  }

  /** Whose type is not known. */
  public interface Generic<T> {
    T get();
  }

  /** Taken. */
  public interface Taken {
    void shutdown();
  }

  /** Nobody waits. */
  public interface Waiting {
    @Notification
    String told();
  }

  interface Hidden {
    void call();
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of(Overloaded.class, "has two methods greet"),
        Arguments.of(Empty.class, "has no method"),
        Arguments.of(Strange.class, "that takes java.lang.Thread"),
        Arguments.of(Wild.class, "that returns ? extends java.lang.String"),
        Arguments.of(Generic.class, "neither sealed nor generic"),
        Arguments.of(Taken.class, "has a method shutdown"),
        Arguments.of(Waiting.class, "has a notification told that returns something"),
        Arguments.of(Hidden.class, "must be public"),
        Arguments.of(String.class, "must be an interface"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void anInterfaceThatCannotBeCalledSaysWhy(Class<?> type, String sentence) {
    assertThatThrownBy(() -> InterfaceContract.of("acme.test", 1, type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(type.getName() + " ")
        .hasMessageContaining(sentence);
  }

  @Test
  void aCapabilityIsForMethodsThatThereAre() {
    InterfaceContractBuilder builder =
        InterfaceContract.of("acme.test", 1, Greeter.class)
            .callbacks(Crowd.class, _ -> new Stage.Listeners())
            .capability("sing", "sing");
    assertThatThrownBy(builder::build)
        .hasMessage(
            "The capability sing is for sing, which no interface has that plugins may call.");
    assertThatThrownBy(() -> builder.capability("sing")).hasMessageContaining("needs the names");
    assertThatThrownBy(() -> InterfaceContract.of("acme test", 1, Greeter.class))
        .hasMessageContaining("called by a word");
  }

  @Test
  void methodsOfTwoInterfacesForPluginsHaveDifferentNames() {
    InterfaceContractBuilder builder =
        InterfaceContract.of("acme.test", 1, Greeter.class)
            .callbacks(Crowd.class, _ -> new Stage.Listeners())
            .callbacks(Crowd.class, _ -> new Stage.Listeners());
    assertThatThrownBy(builder::build).hasMessageContaining("have a method heard");
  }

  @Test
  void theSchemaOfBindingsIsASchema() throws Exception {
    String schema =
        InterfaceContract.of("acme.test", 1, Greeter.class).build().bindingSchema().toString();
    String whole = Files.readString(Stage.root().resolve("docs/polyplug.schema.json"));
    assertThat(whole).contains("\"environment\"").contains("\"duration\"");
    var read =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(schema.replaceAll("\"\\$ref\":\"[^\"]*\",", ""));
    assertThat(
            read.validate(
                "{\"contract\":\"acme.test\",\"id\":\"x\",\"command\":\"y\"}", InputFormat.JSON))
        .isEmpty();
    assertThat(
            read.validate(
                "{\"contract\":\"acme\",\"id\":\"x\",\"command\":\"y\"}", InputFormat.JSON))
        .isNotEmpty();
  }
}
