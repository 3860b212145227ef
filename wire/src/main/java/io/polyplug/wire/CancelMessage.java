package io.polyplug.wire;

import org.jspecify.annotations.Nullable;

/**
 * The notification by which one end tells the other that it no longer wants a reply.
 *
 * @param idMember the member of the params that holds the request's id
 * @param reasonMember the member that holds a sentence, or null if there is none
 */
public record CancelMessage(String method, String idMember, @Nullable String reasonMember) {
  Json params(long id, String reason) {
    return Json.object(
        out -> {
          out.writeNumberProperty(idMember, id);
          if (reasonMember != null) {
            out.writeStringProperty(reasonMember, reason);
          }
        });
  }

  /** The id that such a notification names; null if it names none. */
  @Nullable Id idIn(Json params) {
    return EnvelopeParser.idMember(params, idMember);
  }
}
