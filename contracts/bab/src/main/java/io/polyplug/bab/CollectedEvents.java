package io.polyplug.bab;

import io.polyplug.wire.Json;
import io.polyplug.wire.JsonParts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run, of which only what the answer needs is kept (sections 13 and 14). Nothing of
 * them is trusted: members may be missing or of any type. Safe from any thread.
 */
final class CollectedEvents {
  /** More text than any answer has room for. */
  static final int MOST_TEXT = 16 << 20;

  private static final int MOST_ERRORS = 100;
  private static final int LONGEST_ERROR = 2000;

  private final List<String> outputs = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();
  private @Nullable Json done;
  private long text;
  private int others;

  synchronized void add(Json event) {
    @Nullable Json[] members =
        event.kind() == Json.Kind.OBJECT
            ? JsonParts.find(event, "type", "content", "metadata", "error")
            : new @Nullable Json[4];
    @Nullable Json type = members[0];
    @Nullable String word = type == null ? null : type.stringValue();
    if ("done".equals(word)) {
      done = done == null ? object(members[2]) : done;
      return;
    }
    others++;
    if ("output".equals(word)) {
      output(members[1]);
    } else if ("error".equals(word)) {
      error(members[3]);
    }
  }

  private void output(@Nullable Json content) {
    @Nullable String part = content == null ? null : content.stringValue();
    if (part != null) {
      text += part.length();
      if (text <= MOST_TEXT) {
        outputs.add(part);
      }
    }
  }

  private void error(@Nullable Json error) {
    @Nullable Json message =
        error == null || error.kind() != Json.Kind.OBJECT
            ? error
            : JsonParts.find(error, "message")[0];
    @Nullable String words = message == null ? null : message.stringValue();
    if (words != null && errors.size() < MOST_ERRORS) {
      errors.add(JsText.wellFormed(words.substring(0, Math.min(words.length(), LONGEST_ERROR))));
    }
  }

  private static Json object(@Nullable Json metadata) {
    return metadata == null || metadata.kind() != Json.Kind.OBJECT
        ? Json.EMPTY_OBJECT
        : metadata.compact();
  }

  /** The contents of all outputs, with a blank line between them. */
  synchronized String text() throws DelegateFailure {
    if (text > MOST_TEXT) {
      throw DelegateFailure.execution(
          "The run gave more than " + MOST_TEXT + " characters of output");
    }
    return JsText.wellFormed(String.join("\n\n", outputs));
  }

  /** Of the first end that was told; nothing if none was. */
  synchronized Json metadata() {
    return done == null ? Json.EMPTY_OBJECT : done;
  }

  /** The messages of error events, which neither fail the run nor reach the text. */
  synchronized List<String> errors() {
    return List.copyOf(errors);
  }

  /** After normalisation: whatever there was, exactly one of them is the end. */
  synchronized int count() {
    return others + 1;
  }
}
