package io.polyplug.install.web;

import io.polyplug.base.UntrustedText;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * A response body on its way to a stream, with an end to how much it may be. One piece is under way
 * at a time; the stream is closed by whoever opened it.
 */
final class BoundedBody implements BodySubscriber<Boolean> {
  private final OutputStream out;
  private final long most;
  private final long declared;
  private final ByteWatch watch;
  private final CompletableFuture<Boolean> whole = new CompletableFuture<>();
  private @Nullable Subscription subscription;
  private long seen;

  /**
   * The result is false if there was more than the most; what is over it was not written then.
   *
   * @param declared what the server says it will be; negative if it does not say
   */
  BoundedBody(OutputStream out, long most, long declared, ByteWatch watch) {
    this.out = out;
    this.most = most;
    this.declared = declared;
    this.watch = watch;
  }

  @Override
  public CompletionStage<Boolean> getBody() {
    return whole;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    if (declared > most) {
      given.cancel();
      whole.complete(false);
    } else {
      given.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> pieces) {
    Subscription from = subscription;
    if (from == null || whole.isDone()) {
      return;
    }
    try {
      for (ByteBuffer piece : pieces) {
        seen += piece.remaining();
        if (seen > most) {
          from.cancel();
          whole.complete(false);
          return;
        }
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        write(bytes);
      }
      watch.bytes(seen, declared);
      from.request(1);
    } catch (IOException | RuntimeException e) {
      from.cancel();
      whole.completeExceptionally(e);
    }
  }

  private void write(byte[] bytes) throws FetchProblem {
    try {
      out.write(bytes);
    } catch (IOException e) {
      // The disk, not the conversation.
      throw new FetchProblem(
          "What is fetched cannot be written: "
              + UntrustedText.excerpt(String.valueOf(e.getMessage()), 200));
    }
  }

  @Override
  public void onError(Throwable problem) {
    whole.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    whole.complete(true);
  }
}
