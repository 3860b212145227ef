package io.polyplug.host;

import java.util.List;
import java.util.Optional;

/**
 * What an unpacked package says of itself, as its contract reads it. The texts come from the
 * package: whoever shows them escapes them.
 *
 * @param contract the id of the contract
 * @param id what the plugin is called, and the name of the folder it is installed in; the contract
 *     has checked that it is a plain file name
 * @param version empty if it gives none
 * @param programs the files that have to be executable, relative to the folder and inside it
 * @param asksFor what it wants from whoever installs it, one short text each, in a stable order
 * @param environment the names of those variables of this host's environment that its process would
 *     get; empty if its contract cannot tell
 */
public record PackageDescription(
    String contract,
    String id,
    String version,
    List<String> programs,
    List<String> asksFor,
    Optional<List<String>> environment) {
  public PackageDescription {
    programs = List.copyOf(programs);
    asksFor = List.copyOf(asksFor);
    environment = environment.map(List::copyOf);
  }

  /** One whose contract cannot tell which variables it would get. */
  public PackageDescription(
      String contract, String id, String version, List<String> programs, List<String> asksFor) {
    this(contract, id, version, programs, asksFor, Optional.empty());
  }
}
