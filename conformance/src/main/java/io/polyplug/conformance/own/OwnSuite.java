package io.polyplug.conformance.own;

import io.polyplug.conformance.Axis;
import io.polyplug.conformance.Check;
import io.polyplug.conformance.Conversation;
import io.polyplug.conformance.NotConcerned;
import io.polyplug.conformance.Stage;
import io.polyplug.conformance.Suite;
import io.polyplug.conformance.Verdict;
import io.polyplug.conformance.Violation;
import io.polyplug.conformance.own.OwnTalk.Answer;
import io.polyplug.own.InterfaceContract;
import io.polyplug.own.protocol.Hello;
import io.polyplug.own.protocol.OwnProtocol;
import io.polyplug.own.protocol.RemoteMethod;
import io.polyplug.own.protocol.Welcome;
import io.polyplug.process.ExitStatus;
import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The axes of an application's own contract, derived from its interface. */
public final class OwnSuite implements Suite {
  private static final String UNKNOWN = "polyplugConformanceUnknown";
  private static final String BEFORE = "<<";
  private static final String AFTER = ">>";

  /** Without letters that have a case: a method may change that. */
  private static final String SIGNS = "漢字 🌍 𝄞 \u2028 \\ \"";

  private static final Set<String> OWN_ERRORS =
      Set.of(Integer.toString(OwnProtocol.FAILED), Integer.toString(ErrorObject.INVALID_PARAMS));

  private final InterfaceContract contract;
  private final List<Entry> entries = new ArrayList<>();

  private OwnSuite(InterfaceContract contract) {
    this.contract = contract;
    add("handshake", "introduces itself by contract, version and name", this::handshake);
    add("methods", "has every method, and each answers the least arguments", this::methods);
    add("unknown-method", "answers a method that it does not have with -32601", this::unknown);
    add("wrong-arguments", "answers missing arguments with an error", this::wrongArguments);
    add("callbacks-denied", "bears that a callback is denied", this::denied);
    add("framing", "writes nothing but messages to its standard output", this::framing);
    add("unicode", "gives back the signs that it was given", this::unicode);
    add("shutdown", "answers shutdown, and exits at the end of its input", this::shutdown);
    add("stdin-end", "exits at the end of its input, also unasked", this::inputEnd);
  }

  /** The suite of a contract. */
  public static OwnSuite of(InterfaceContract contract) {
    return new OwnSuite(contract);
  }

  private void add(String id, String title, Check check) {
    entries.add(new Entry(new Axis(entries.size() + 1, id, title), check));
  }

  @Override
  public String contract() {
    return contract.id();
  }

  @Override
  public List<Entry> entries() {
    return List.copyOf(entries);
  }

  private OwnTalk introduced(Stage stage) {
    OwnTalk talk = OwnTalk.start(contract, stage, false);
    var _ = talk.introduce();
    return talk;
  }

  private Verdict handshake(Stage stage) {
    Welcome welcome = OwnTalk.start(contract, stage, false).introduce();
    expect("contract", contract.id(), welcome.contract());
    expect("version", Integer.toString(contract.version()), welcome.version());
    expect("name", stage.subject().info().id(), welcome.name());
    return Verdict.passed();
  }

  private static void expect(String member, String expected, String seen) {
    if (!seen.equals(expected)) {
      throw new Violation(
          "its introduction has the %s \"%s\", expected was \"%s\""
              .formatted(member, seen, expected));
    }
  }

  private Verdict methods(Stage stage) {
    OwnTalk talk = OwnTalk.start(contract, stage, false);
    Welcome welcome = talk.introduce();
    for (RemoteMethod method : contract.methods().methods()) {
      if (!welcome.methods().contains(method.name())) {
        throw new Violation("its introduction does not name the method " + method.name());
      }
      Json arguments = EmptyValues.arguments(method, "");
      if (method.isNotification()) {
        talk.tell(method.name(), arguments);
        continue;
      }
      Answer answer = talk.call(method.name(), arguments);
      if (answer.result() == null) {
        ownError(method.name() + arguments, answer);
      } else {
        contract
            .mistakeIn(method, answer.result())
            .ifPresent(
                it -> {
                  throw new Violation(it);
                });
      }
    }
    return Verdict.passed();
  }

  private static void ownError(String what, Answer answer) {
    if (!OWN_ERRORS.contains(answer.number())) {
      throw new Violation(
          "%s was answered with the error %s, expected was -32000 or -32602"
              .formatted(what, answer.error()));
    }
  }

  private Verdict unknown(Stage stage) {
    Answer answer = introduced(stage).call(UNKNOWN, Json.parse("[]"));
    if (!answer.number().equals(Integer.toString(ErrorObject.METHOD_NOT_FOUND))) {
      throw new Violation(
          "a method that it does not have was answered with %s, expected was the error -32601"
              .formatted(answer.result() == null ? answer.error() : answer.result()));
    }
    return Verdict.passed();
  }

  private Verdict wrongArguments(Stage stage) {
    List<RemoteMethod> demanding =
        contract.methods().methods().stream()
            .filter(it -> !it.isNotification())
            .filter(it -> it.arguments().stream().anyMatch(RemoteMethod.Argument::isRequired))
            .toList();
    if (demanding.isEmpty()) {
      throw new NotConcerned("no method of the contract needs an argument");
    }
    OwnTalk talk = introduced(stage);
    for (RemoteMethod method : demanding) {
      for (String params : List.of("[]", "{\"no\":\"array\"}")) {
        String what = method.name() + " with the params " + params;
        Answer answer = talk.call(method.name(), Json.parse(params));
        if (answer.result() != null) {
          throw new Violation(what + " was answered as if all were well: " + answer.result());
        }
        ownError(what, answer);
      }
    }
    return Verdict.passed();
  }

  private Verdict denied(Stage stage) {
    if (contract.capabilities().isEmpty()) {
      throw new NotConcerned("the contract has no capabilities");
    }
    OwnTalk talk = OwnTalk.start(contract, stage, true);
    var _ = talk.introduce();
    for (RemoteMethod method : contract.methods().methods()) {
      if (!method.isNotification()) {
        var _ = talk.call(method.name(), EmptyValues.arguments(method, ""));
      }
    }
    if (talk.callbacks() == 0) {
      throw new NotConcerned("it called nothing back when its methods were called");
    }
    return Verdict.passed();
  }

  /** Looks at every frame of a whole life. */
  private Verdict framing(Stage stage) {
    Conversation plugin = stage.start(contract.framing());
    Json hello = new Hello(contract.id(), contract.version(), List.of()).toJson();
    plugin.send(
        Json.parse(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":" + hello + "}"));
    message(plugin.frame("answer to initialize", Stage.STEP));
    plugin.send(Json.parse("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"" + UNKNOWN + "\"}"));
    message(plugin.frame("answer to an unknown method", Stage.STEP));
    plugin.closeInput();
    while (true) {
      switch (plugin.receive(Stage.STEP)) {
        case Conversation.Received.Frame frame -> message(frame.json());
        case Conversation.Received.Broken(String sentence) -> throw new Violation(sentence);
        case Conversation.Received.Ended _ -> {
          return Verdict.passed();
        }
        case Conversation.Received.Nothing _ ->
            throw new Violation("its output did not end after the end of its input");
      }
    }
  }

  private static void message(Json frame) {
    Json version = frame.kind() == Json.Kind.OBJECT ? JsonParts.find(frame, "jsonrpc")[0] : null;
    if (version == null || !"2.0".equals(version.stringValue())) {
      throw new Violation("a frame is no message of JSON-RPC 2.0: " + frame);
    }
  }

  private Verdict unicode(Stage stage) {
    OwnTalk talk = introduced(stage);
    boolean seen = false;
    for (RemoteMethod method : contract.methods().methods()) {
      if (method.isNotification()
          || method.arguments().stream().noneMatch(it -> it.type() == String.class)) {
        continue;
      }
      Answer answer =
          talk.call(method.name(), EmptyValues.arguments(method, BEFORE + SIGNS + AFTER));
      String text = answer.result() == null ? null : answer.result().stringValue();
      if (text != null && text.contains(BEFORE) && text.contains(AFTER)) {
        seen = true;
        if (!text.contains(BEFORE + SIGNS + AFTER)) {
          throw new Violation(
              method.name() + " was given " + SIGNS + " and gave back other signs: " + text);
        }
      }
    }
    if (!seen) {
      throw new NotConcerned("no method gave back the text that it was given");
    }
    return Verdict.passed();
  }

  private Verdict shutdown(Stage stage) {
    OwnTalk talk = introduced(stage);
    Answer answer = talk.call(OwnProtocol.SHUTDOWN, null);
    if (answer.result() == null) {
      throw new Violation("shutdown was answered with the error " + answer.error());
    }
    return exits(talk, "shutdown and the end of its input");
  }

  private Verdict inputEnd(Stage stage) {
    return exits(introduced(stage), "the end of its input");
  }

  private static Verdict exits(OwnTalk talk, String after) {
    talk.plugin().closeInput();
    Optional<ExitStatus> status = talk.plugin().awaitExit(Stage.STEP);
    if (status.isEmpty()) {
      throw new Violation("it had not exited " + Stage.STEP.toMillis() + " ms after " + after);
    }
    if (!status.get().equals(new ExitStatus.Exited(0))) {
      throw new Violation(
          "after " + after + " it " + status.get().sentence() + ", expected was code 0");
    }
    return Verdict.passed();
  }
}
