package io.polyplug.cli.scaffold;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is to be begun.
 *
 * @param name an id that every contract accepts
 */
public record Outline(Language language, List<String> contracts, String name) {
  /** The contracts for which a plugin can be begun. */
  public static final List<String> CONTRACTS =
      List.of("rune", "bowire", "ainb", "bento", "mcp", "bab");

  /** What every contract accepts as a name, and every file system as that of a folder. */
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");

  public Outline {
    contracts = List.copyOf(contracts);
  }

  /** Whether every contract accepts the name. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** For people: {@code my-clock} is {@code My clock}. */
  String title() {
    String words = name.replace('-', ' ').strip();
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** A class that is called like nothing of the JDK and of the SDK: {@code MyClockPlugin}. */
  String className() {
    return Stream.of(name.split("-", -1))
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining("", "", "Plugin"));
  }

  boolean isOf(String contract) {
    return contracts.contains(contract);
  }

  /** A command line that shows, in the plugin's folder, that it works. */
  public String trial() {
    String contract = contracts.getFirst();
    String called = contracts.size() == 1 ? name : contract + ":" + name;
    String file = " --config polyplug.toml";
    return switch (contract) {
      case "bowire" ->
          "polyplug call " + called + " " + name + "/greet '{\"name\":\"Ada\"}'" + file;
      case "ainb" -> "polyplug ainb" + file + " " + name + " greet '{\"name\":\"Ada\"}'";
      case "bento" -> "polyplug call " + called + " detect '{\"dir\":\"example\"}'" + file;
      case "bab" -> "polyplug call " + called + " greet '{\"prompt\":\"Ada\"}'" + file;
      default -> "polyplug call " + called + " greet '{\"name\":\"Ada\"}'" + file;
    };
  }
}
