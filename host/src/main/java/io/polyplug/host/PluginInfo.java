package io.polyplug.host;

import java.nio.file.Path;

/**
 * Who a plugin is, as known without starting it.
 *
 * @param contract the id of its contract
 * @param id what it is called by; unique within a contract and an origin
 * @param name for people; the id if it gave none
 * @param version empty if unknown before a start
 * @param description empty if it gave none
 * @param origin the file or folder that it came from
 */
public record PluginInfo(
    String contract, String id, String name, String version, String description, Path origin) {
  /** The name that tells it from a plugin of another contract with the same id. */
  public String qualifiedId() {
    return contract + ":" + id;
  }
}
