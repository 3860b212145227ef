package io.polyplug.monorepo.adapters;

import java.util.List;

/** Globs that several built-in languages have in common (sections 5.2 and 5.3). */
final class Globs {
  static final List<String> NONE = List.of();
  static final List<String> EVERYTHING = List.of("**");

  static final List<String> PYTHON_DERIVED =
      List.of(
          "**/*.egg-info/**",
          "dist/**",
          "build/**",
          "**/__pycache__/**",
          "**/*.pyc",
          ".venv/**",
          "venv/**");

  static final List<String> NODE_DERIVED =
      List.of(
          "node_modules/**",
          "dist/**",
          "build/**",
          "out/**",
          ".next/**",
          ".nuxt/**",
          ".output/**",
          ".svelte-kit/**",
          ".turbo/**",
          ".cache/**",
          ".parcel-cache/**",
          ".eslintcache",
          "coverage/**",
          "storybook-static/**");

  private Globs() {}
}
