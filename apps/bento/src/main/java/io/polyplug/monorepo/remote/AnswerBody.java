package io.polyplug.monorepo.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * A body on its way: that of a success to a file if there is one for it, the beginning of any other
 * into memory. One piece is under way at a time.
 */
final class AnswerBody implements BodySubscriber<String> {
  private static final int MOST_IN_MEMORY = 64 * 1024;

  private final @Nullable BodySink sink;
  private final long declared;
  private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private final CompletableFuture<String> whole = new CompletableFuture<>();
  private @Nullable Subscription subscription;

  private AnswerBody(@Nullable BodySink sink, long declared) {
    this.sink = sink;
    this.declared = declared;
  }

  static AnswerBody of(HttpResponse.ResponseInfo info, @Nullable BodySink sink) {
    return new AnswerBody(info.statusCode() == 200 ? sink : null, length(info.headers()));
  }

  /** What is no number says nothing. */
  private static long length(HttpHeaders headers) {
    try {
      return headers.firstValueAsLong("content-length").orElse(-1);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  @Override
  public CompletionStage<String> getBody() {
    return whole;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    try {
      if (sink != null) {
        sink.open(declared);
      }
      given.request(1);
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> pieces) {
    if (whole.isDone() || subscription == null) {
      return;
    }
    try {
      for (ByteBuffer piece : pieces) {
        take(piece);
      }
      subscription.request(1);
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
  }

  private void take(ByteBuffer piece) throws IOException {
    if (sink != null) {
      sink.write(piece);
      return;
    }
    byte[] part = new byte[Math.min(piece.remaining(), MOST_IN_MEMORY - memory.size())];
    piece.get(part);
    memory.write(part);
    if (memory.size() == MOST_IN_MEMORY) {
      // The rest of such an answer is not worth its time.
      cancel();
      whole.complete(memory.toString(StandardCharsets.ISO_8859_1));
    }
  }

  private void fail(Throwable cause) {
    cancel();
    whole.completeExceptionally(cause);
  }

  private void cancel() {
    if (subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public void onError(Throwable problem) {
    whole.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    whole.complete(memory.toString(StandardCharsets.ISO_8859_1));
  }
}
