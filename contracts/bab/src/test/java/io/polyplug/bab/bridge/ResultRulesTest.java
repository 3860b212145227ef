package io.polyplug.bab.bridge;

import static io.polyplug.bab.bridge.AdapterStage.call;
import static io.polyplug.bab.bridge.AdapterStage.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.polyplug.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What crosses the bridge as the result of a function, and what as its failure (19). */
class ResultRulesTest {
  private static final String PARSING =
      "export default { buildCommand() {}, parseResult(result: any) { %s } };";

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void undefinedMembersVanishAndNothingIsNull(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple(
              """
              discover() { return { a: undefined, b: null, c: [undefined], d: () => 1 }; },
              validate() {},
              """);
      assertThat(call(adapter, "discover")).hasToString("{\"b\":null,\"c\":[null]}");
      assertThat(call(adapter, "validate")).isEqualTo(Json.NULL);
    }
  }

  @ParameterizedTest
  @EnumSource
  void promisesAreAwaited(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple(
              """
              async listModels() { await new Promise((r) => setTimeout(r, 5)); return ["m"]; },
              discover: () => ({ then(done: Function) { done({ late: true }); } }),
              """);
      assertThat(call(adapter, "listModels")).hasToString("[\"m\"]");
      assertThat(call(adapter, "discover")).hasToString("{\"late\":true}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void metadataWithACycleIsTheMarker(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              PARSING.formatted(
                  "const m: any = { a: 1 }; m.self = m; return { content: 'x', metadata: m };"));
      assertThat(call(adapter, "parseResult", "{}", "{}"))
          .hasToString(
              "{\"content\":\"x\",\"metadata\":{\"_error\":\"metadata_not_serializable\"}}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void metadataWithABigIntIsTheMarker(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter = stage.load(PARSING.formatted("return { metadata: { tokens: 1n } };"));
      assertThat(call(adapter, "parseResult", "{}", "{}"))
          .hasToString("{\"metadata\":{\"_error\":\"metadata_not_serializable\"}}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCycleElsewhereIsAFailureOfTheCall(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(PARSING.formatted("const c: any = []; c.push(c); return { content: c };"));
      assertThat(failure(adapter, "parseResult", "{}", "{}"))
          .hasMessageStartingWith("The result of parseResult() cannot be written as JSON: ")
          .extracting(AdapterFailure::kind)
          .isEqualTo(AdapterFailure.Kind.THREW);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aThrownErrorGivesItsMessage(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple(
              """
              validate() { throw new TypeError("acme is not on PATH — é"); },
              async listModels() { await null; throw new class Odd extends Error {}("later"); },
              """);
      assertThat(failure(adapter, "validate"))
          .hasMessage("acme is not on PATH — é")
          .extracting(AdapterFailure::kind)
          .isEqualTo(AdapterFailure.Kind.THREW);
      assertThat(failure(adapter, "listModels")).hasMessage("later");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aThrownValueThatIsNoErrorIsMarkedAsSuch(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple(
              """
              validate() { throw "text"; },
              discover() { return Promise.reject({ code: 7 }); },
              listModels() { throw undefined; },
              cancel() { throw { toJSON() { throw 1; } }; },
              """);
      for (String function : new String[] {"validate", "discover", "listModels", "cancel"}) {
        assertThat(failure(adapter, function).kind())
            .as(function)
            .isEqualTo(AdapterFailure.Kind.THREW_VALUE);
      }
      assertThat(failure(adapter, "validate")).hasMessage("text");
      assertThat(failure(adapter, "discover")).hasMessage("{\"code\":7}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aResultLargerThanAFrameFailsItsCallOnly(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.simple(
              """
              discover() { return { big: "é".repeat(9_000_000) }; },
              listModels() { return ["x".repeat(16_000_000)]; },
              """);
      assertThat(failure(adapter, "discover"))
          .hasMessageMatching("The result of discover\\(\\) has 18\\d{6} bytes as JSON, more .*");
      assertThat(call(adapter, "listModels").length()).isEqualTo(16_000_004);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aResultThatIsNestedTooDeepIsLikeOneWithACycle(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              const nested = (times: number) => {
                let value: any = { text: "[[{{\\\"\\\\" };
                for (let n = 1; n < times; n++) value = [value];
                return value;
              };
              export default {
                buildCommand() {},
                parseResult: () => ({ content: "x", metadata: { deep: nested(1000) } }),
                discover: () => nested(401),
                listModels: () => nested(400),
              };
              """);
      assertThat(failure(adapter, "discover"))
          .hasMessage(
              "The result of discover() cannot be written as JSON: it is nested more than 400"
                  + " deep");
      assertThat(call(adapter, "listModels").length()).isGreaterThan(800);
      assertThat(call(adapter, "parseResult").toString())
          .endsWith("{\"_error\":\"metadata_not_serializable\"}}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void anArgumentOfManyMegabytesArrives(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(PARSING.formatted("return { content: String(result.stdout.length) };"));
      Json result =
          Json.object(out -> out.writeStringProperty("stdout", "\u0001é".repeat(2_000_000)));
      assertThat(call(adapter, "parseResult", result.toString(), "{}"))
          .hasToString("{\"content\":\"4000000\"}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void hundredsOfCallsRunAtOnce(Js js) throws Exception {
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(
              """
              const here: Function[] = [];
              export default {
                parseResult() {},
                buildCommand(input: { n: number }) {
                  return new Promise((done) => {
                    here.push(() => done({ args: [String(input.n)] }));
                    if (here.length === 200) for (const go of here) go();
                  });
                },
              };
              """);
      var calls = new ArrayList<FutureTask<Json>>();
      for (int n = 0; n < 200; n++) {
        String input = "{\"n\":" + n + "}";
        var task = new FutureTask<Json>(() -> call(adapter, "buildCommand", input));
        calls.add(task);
        Thread.ofVirtual().start(task);
      }
      for (int n = 0; n < 200; n++) {
        assertThat(calls.get(n).get()).hasToString("{\"args\":[\"" + n + "\"]}");
      }
    }
  }
}
