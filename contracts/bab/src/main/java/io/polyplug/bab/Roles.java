package io.polyplug.bab;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Resolves the name of a role (section 5). */
final class Roles {
  private static final int PROMPT_BYTES = 1 << 20;

  private Roles() {}

  static ResolvedRole resolve(BabManifest manifest, Path folder, String name)
      throws DelegateFailure {
    for (ManifestRole role : manifest.roles()) {
      if (role instanceof ManifestRole.Described described && described.name().equals(name)) {
        return described(described, folder);
      }
    }
    Optional<BuiltInRole> builtIn = BuiltInRole.of(name);
    if (builtIn.isEmpty()) {
      throw new DelegateFailure(DelegateError.NOT_FOUND, "Unknown role: " + name);
    }
    return new ResolvedRole(name, builtIn.get().prompt(), Map.of(), ResolvedRole.Source.BUILT_IN);
  }

  private static ResolvedRole described(ManifestRole.Described role, Path folder)
      throws DelegateFailure {
    List<String> prompts = new ArrayList<>();
    role.inherits().ifPresent(builtIn -> prompts.add(builtIn.prompt()));
    if (role.promptFile().isPresent()) {
      prompts.add(promptFile(role, folder, role.promptFile().get()));
    }
    prompts.removeIf(String::isEmpty);
    return new ResolvedRole(
        role.name(), String.join("\n\n", prompts), role.args(), ResolvedRole.Source.PLUGIN);
  }

  private static String promptFile(ManifestRole.Described role, Path folder, String file)
      throws DelegateFailure {
    try {
      return PluginFiles.text(folder, file, PROMPT_BYTES);
    } catch (NoSuchFileException e) {
      throw DelegateFailure.execution(
          "The prompt file " + file + " of the role " + role.name() + " does not exist");
    } catch (PluginFiles.Unusable e) {
      throw DelegateFailure.execution(
          "The prompt file of the role " + role.name() + " cannot be used: " + e.getMessage());
    }
  }
}
