package io.polyplug.bab.bridge;

import static io.polyplug.bab.bridge.AdapterStage.call;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** TypeScript of every kind that bun takes, on both runtimes (19). */
class TypeScriptRulesTest {
  private record Sample(String name, String code, String expected) {}

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample(
              "enum",
              "enum Color { Red = 1, Green, Blue = 'b' } const value = [Color.Green, Color[1], Color.Blue];",
              "[2,\"Red\",\"b\"]"),
          new Sample(
              "const enum", "const enum Size { S = 3, M = S * 2 } const value = Size.M;", "6"),
          new Sample(
              "namespace",
              "namespace A { export const x = 1; export namespace B { export const y = x + 1; } } const value = A.B.y;",
              "2"),
          new Sample(
              "decorators",
              """
              function twice(method: (n: number) => number, _: ClassMethodDecoratorContext) {
                return function (this: unknown, n: number) { return 2 * method.call(this, n); };
              }
              class Calc { @twice add(n: number): number { return n + 1; } }
              const value = new Calc().add(4);
              """,
              "10"),
          new Sample(
              "abstract class and parameter properties",
              """
              abstract class Shape { constructor(protected readonly side: number, public name = "s") {} abstract area(): number; }
              class Square extends Shape { override area(): number { return this.side ** 2; } }
              const value = [new Square(3).area(), new Square(1, "q").name];
              """,
              "[9,\"s\"]".replace("\"s\"", "\"q\"")),
          new Sample(
              "generics and constraints",
              """
              interface Named<T = string> { name: T }
              const pick = <T extends Named<U>, U>(items: readonly T[]): U[] => items.map((i) => i.name);
              const value = pick<Named<number>, number>([{ name: 1 }]);
              """,
              "[1]"),
          new Sample(
              "satisfies, as const, non-null, angle brackets",
              """
              const table = { a: 1 } as const satisfies Record<string, number>;
              let later!: string; later = <string>"z";
              const value = [table!.a, later as unknown as string];
              """,
              "[1,\"z\"]"),
          new Sample(
              "overloads, optional and this parameters",
              """
              function twice(a: string): string; function twice(a: number): number;
              function twice(this: void, a: any, b?: number) { return a + a; }
              const value = [twice("x"), twice(2)];
              """,
              "[\"xx\",4]"),
          new Sample(
              "accessors and private members",
              """
              class Box { #n = 1; accessor label = "l"; static count = 0; static { Box.count = 5; }
                get n(): number { return this.#n; } set n(v: number) { this.#n = v; } declare ghost: string; }
              const box = new Box(); box.n += 2; box.label += "!";
              const value = [box.n, box.label, Box.count, "ghost" in box];
              """,
              "[3,\"l!\",5,false]"),
          new Sample(
              "optional chaining, nullish, assignment operators, separators",
              "const o: any = { f: null }; o.g ??= 1_000; const value = [o?.f?.x ?? 'none', o.g, o.h?.()];",
              "[\"none\",1000,null]"),
          new Sample(
              "modern library and regular expressions",
              "const value = ['a-b-c'.replaceAll('-', '.'), [1, 2].at(-1), [...'x1y2'.matchAll(/(?<d>\\d)/gu)].map(m => m.groups!.d), /a.b/s.test('a\\nb')];",
              "[\"a.b.c\",2,[\"1\",\"2\"],true]"),
          new Sample(
              "types of every kind",
              """
              type Tree = { left?: Tree; [key: `k${string}`]: unknown }; type Fn = new (...a: any[]) => object;
              type Picked<T> = { readonly [K in keyof T as `p${K & string}`]-?: T[K] extends infer U ? U : never };
              declare const ghost: unique symbol; declare global { interface Array<T> { odd?: T } }
              export type { Tree }; function isTree(x: unknown): x is Tree { return x !== null; }
              function must(x: unknown): asserts x {} must(1);
              const value = isTree({});
              """,
              "true"),
          new Sample(
              "top-level await and dynamic import",
              "const { basename } = await import('node:path'); const value = basename('/a/b');",
              "\"b\""));

  @TempDir Path folder;

  static Stream<Arguments> samples() {
    return SAMPLES.stream()
        .flatMap(
            sample -> Stream.of(Js.values()).map(js -> Arguments.of(js, sample.name(), sample)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("samples")
  void itRuns(Js js, String name, Object given) throws Exception {
    Sample sample = (Sample) given;
    try (AdapterStage stage = new AdapterStage(folder, js)) {
      Adapter adapter =
          stage.load(sample.code() + "\nexport default { run() {}, discover: () => value };");
      assertThat(call(adapter, "discover")).as(name).hasToString(sample.expected());
    }
  }
}
