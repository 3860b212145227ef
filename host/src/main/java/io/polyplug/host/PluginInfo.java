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
 * @param origin the file that binds it, or the folder that it is installed in
 * @param installation the name of that folder, which tells two installations of one id apart; empty
 *     for a plugin that a file binds
 */
public record PluginInfo(
    String contract,
    String id,
    String name,
    String version,
    String description,
    Path origin,
    String installation) {
  /** The name that tells it from a plugin of another contract with the same id. */
  public String qualifiedId() {
    return contract + ":" + id;
  }

  /** The name that events are about: two installations of one plugin have two. */
  public String key() {
    return installation.isEmpty() || installation.equals(id)
        ? qualifiedId()
        : qualifiedId() + "@" + installation;
  }
}
