package io.polyplug.monorepo.adapters;

import io.polyplug.monorepo.adapters.DiagnosticHooks.Fixed;
import io.polyplug.monorepo.adapters.Language.Pin;
import java.util.List;

/** The rows of the table of built-in languages that are Node with one of its package managers. */
final class NodeLanguages {
  private NodeLanguages() {}

  static Language bun() {
    return row(
        "bun",
        "bun",
        NodePackager.BUN,
        List.of(
            "package.json",
            "bun.lock",
            "bun.lockb",
            "bunfig.toml",
            ".bun-version",
            ".nvmrc",
            ".node-version",
            ".tool-versions"),
        tasks(
            List.of("**", "bun.lockb", "bunfig.toml"), "bun run build", "bun test", "bun run lint"),
        Pins.BUN,
        VersionProbe.Command.of("bun"),
        "bunx");
  }

  static Language pnpm() {
    return row(
        "node-pnpm",
        "node",
        NodePackager.PNPM,
        fingerprint("pnpm-lock.yaml", ".npmrc"),
        tasks(Globs.EVERYTHING, "pnpm run build", "pnpm test", "pnpm run lint"),
        Pins.NODE,
        new VersionProbe.Node("pnpm"),
        "pnpm exec");
  }

  static Language yarn() {
    return row(
        "node-yarn",
        "node",
        NodePackager.YARN,
        fingerprint("yarn.lock", ".yarnrc.yml"),
        tasks(Globs.EVERYTHING, "yarn build", "yarn test", "yarn lint"),
        Pins.NODE,
        new VersionProbe.Node("yarn"),
        "yarn");
  }

  static Language npm() {
    return row(
        "node-npm",
        "node",
        NodePackager.NPM,
        List.of("package.json", "package-lock.json", ".nvmrc", ".node-version", ".tool-versions"),
        tasks(Globs.EVERYTHING, "npm run build", "npm test", "npm run lint"),
        Pins.NODE,
        new VersionProbe.Node("npm"),
        "npx --no-install");
  }

  private static Language row(
      String id,
      String tool,
      NodePackager manager,
      List<String> fingerprint,
      List<TaskRow> tasks,
      List<Pin> pins,
      VersionProbe probe,
      String runner) {
    return new Language(
        id,
        tool,
        new Detection.Node(manager),
        fingerprint,
        Globs.NODE_DERIVED,
        tasks,
        pins,
        probe,
        new Installers.Node(manager),
        Fixed.eslint(runner));
  }

  private static List<String> fingerprint(String lock, String settings) {
    return List.of("package.json", lock, settings, ".nvmrc", ".node-version", ".tool-versions");
  }

  private static List<TaskRow> tasks(List<String> inputs, String build, String test, String lint) {
    return List.of(
        TaskRow.of("build", build, inputs).makes("dist/**", "build/**"),
        TaskRow.of("test", test, inputs),
        TaskRow.of("lint", lint, inputs).and(".eslintrc*", "eslint.config.*"));
  }
}
