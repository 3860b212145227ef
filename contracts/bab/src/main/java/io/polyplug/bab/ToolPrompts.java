package io.polyplug.bab;

import io.polyplug.base.UntrustedText;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Reads the prompts for workflow tools (section 6); what cannot be read is dropped. */
final class ToolPrompts {
  private static final Set<String> KNOWN =
      Set.of(
          "analyze",
          "challenge",
          "chat",
          "codereview",
          "consensus",
          "debug",
          "docgen",
          "planner",
          "precommit",
          "refactor",
          "secaudit",
          "testgen",
          "thinkdeep",
          "tracer");
  private static final int PROMPT_BYTES = 1 << 20;

  private ToolPrompts() {}

  static Map<String, String> read(BabManifest manifest, Path folder, Consumer<String> warnings) {
    Map<String, String> prompts = new LinkedHashMap<>();
    manifest
        .toolPrompts()
        .forEach(
            (tool, file) -> {
              try {
                if (KNOWN.contains(tool)) {
                  prompts.put(tool, PluginFiles.text(folder, file, PROMPT_BYTES));
                } else {
                  warnings.accept(dropped(tool, "there is no such tool"));
                }
              } catch (NoSuchFileException e) {
                warnings.accept(dropped(tool, "its file does not exist"));
              } catch (PluginFiles.Unusable e) {
                warnings.accept(dropped(tool, e.getMessage()));
              }
            });
    return Collections.unmodifiableMap(prompts);
  }

  private static String dropped(String tool, String why) {
    return "tool_prompts." + UntrustedText.excerpt(tool, 80) + " is left out: " + why;
  }
}
