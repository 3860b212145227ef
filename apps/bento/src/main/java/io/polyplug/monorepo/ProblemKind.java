package io.polyplug.monorepo;

import java.util.Locale;

/** The kinds of problems that end a command; programs know them by {@link #wireName}. */
public enum ProblemKind {
  WORKSPACE_NOT_FOUND,
  CONFIG_READ,
  CONFIG_PARSE,
  CONFIG_INVALID,
  CONFIG_MISSING,
  CONFIG_DUPLICATE,
  CONFIG_DANGLING_DISH,
  TARGET_NOT_FOUND,
  TARGET_AMBIGUOUS,
  WHY_INVALID_TARGET,
  WHY_DISH_NOT_FOUND,
  WHY_TASK_NOT_FOUND,
  WHY_NO_CACHE_ENTRY,
  DISH_NOT_FOUND,
  BOX_NOT_FOUND,
  NO_DISHES,
  DISH_AMBIGUOUS,
  TASK_NOT_FOUND,
  TASK_NOT_AD_HOC,
  SERVE_NOT_CONFIGURED,
  NO_SERVE_DISHES,
  NO_REMOTE_CACHE,
  INIT_ALREADY_INITIALISED,
  BOX_EXISTS,
  INVALID_NAME,
  INTERNAL;

  /** For example {@code config_dangling_dish}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
