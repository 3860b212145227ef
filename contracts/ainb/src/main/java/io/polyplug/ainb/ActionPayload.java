package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;

/** The payload of an action that is JSON. */
final class ActionPayload {
  private ActionPayload() {}

  /**
   * Its members; −32602 if it is no JSON object.
   *
   * @param most how many bytes make sense: reading a large one keeps a thread from others
   */
  static Fields fields(byte[] payload, int most) {
    if (payload.length > most) {
      throw AinbErrors.invalidParams("payload: expected at most " + most + " bytes");
    }
    try {
      return Fields.of("payload", Json.parse(payload));
    } catch (InvalidJson noJson) {
      throw AinbErrors.invalidParams("payload: expected a JSON object");
    }
  }
}
