package io.polyplug.host;

import java.util.List;

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
 */
public record PackageDescription(
    String contract, String id, String version, List<String> programs, List<String> asksFor) {
  public PackageDescription {
    programs = List.copyOf(programs);
    asksFor = List.copyOf(asksFor);
  }
}
