package io.polyplug.monorepo.remote;

import io.polyplug.wire.SameOriginClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one remote cache in one run (section 6.11): one retry, one deadline each, and
 * after a server that cannot be reached or does not answer none any more, with one warning. What is
 * secret goes to no other origin. Safe from any thread; whoever made it closes it.
 */
final class WebLine implements AutoCloseable {
  private final String address;
  private final RemoteTimes times;
  private final Warnings warnings;
  private final AtomicBoolean givenUp = new AtomicBoolean();
  private final AtomicBoolean refused = new AtomicBoolean();
  private @Nullable HttpClient client;
  private boolean closed;

  /** The address is for people. */
  WebLine(String address, RemoteTimes times, Warnings warnings) {
    this.address = address;
    this.times = times;
    this.warnings = warnings;
  }

  /** Made when it is needed: it has a thread of its own. */
  private synchronized HttpClient client(URI at) throws WebProblem {
    if (closed) {
      throw new WebProblem(WebProblem.Kind.BROKEN, "closed by this end");
    }
    HttpClient made = client;
    if (made == null) {
      HttpClient.Builder builder =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .followRedirects(HttpClient.Redirect.NEVER)
              .connectTimeout(times.connect())
              .executor(task -> Thread.ofVirtual().name("polyplug-cache").start(task));
      if (SameOriginClient.isLoopback(at.getHost())) {
        builder.proxy(HttpClient.Builder.NO_PROXY);
      }
      made = builder.build();
      client = made;
    }
    return made;
  }

  /** An answer whose body stays in memory, up to a bound. */
  WebAnswer ask(HttpRequest request) throws WebProblem {
    return ask(request, null);
  }

  /** As {@link #ask(HttpRequest)}, with the body of a success in the sink. */
  WebAnswer ask(HttpRequest request, @Nullable BodySink sink) throws WebProblem {
    if (givenUp.get()) {
      throw new WebProblem(WebProblem.Kind.GIVEN_UP, "it was given up");
    }
    try {
      WebAnswer answer = withRetry(request, sink);
      if (answer.isRefusal() && refused.compareAndSet(false, true)) {
        warnings.warn(
            "The remote cache "
                + address
                + " answered "
                + answer.status()
                + ": check the token and what it may do");
      }
      return answer;
    } catch (WebProblem e) {
      throw e.kind() == WebProblem.Kind.BROKEN ? e : giveUp(e);
    }
  }

  private WebProblem giveUp(WebProblem problem) {
    if (givenUp.compareAndSet(false, true)) {
      warnings.warn(
          "The remote cache "
              + address
              + " is left out for the rest of this run: "
              + problem.getMessage());
    }
    return new WebProblem(WebProblem.Kind.GIVEN_UP, String.valueOf(problem.getMessage()));
  }

  private WebAnswer withRetry(HttpRequest request, @Nullable BodySink sink) throws WebProblem {
    try {
      WebAnswer first = Redirects.follow(request, to -> once(to, sink));
      if (!first.isWorthARetry()) {
        return first;
      }
    } catch (WebProblem e) {
      if (e.kind() != WebProblem.Kind.CONNECT) {
        throw e;
      }
    }
    pause();
    return Redirects.follow(request, to -> once(to, sink));
  }

  private void pause() throws WebProblem {
    try {
      Thread.sleep(times.pause());
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static WebProblem interrupted() {
    Thread.currentThread().interrupt();
    return new WebProblem(WebProblem.Kind.BROKEN, "the transfer was interrupted");
  }

  private WebAnswer once(HttpRequest request, @Nullable BodySink sink) throws WebProblem {
    CompletableFuture<HttpResponse<String>> future =
        client(request.uri()).sendAsync(request, info -> AnswerBody.of(info, sink));
    try {
      HttpResponse<String> response = await(future, request, sink);
      return new WebAnswer(
          response.statusCode(),
          response.body(),
          response.headers().firstValue("location").orElse(null));
    } catch (TimeoutException e) {
      throw new WebProblem(WebProblem.Kind.TIMEOUT, "it did not give everything in time");
    } catch (InterruptedException e) {
      throw interrupted();
    } catch (ExecutionException e) {
      throw WebProblem.of(e.getCause() == null ? e : e.getCause());
    } finally {
      future.cancel(true);
      close(sink);
    }
  }

  private HttpResponse<String> await(
      CompletableFuture<HttpResponse<String>> future, HttpRequest request, @Nullable BodySink sink)
      throws InterruptedException, ExecutionException, TimeoutException {
    long sent = request.bodyPublisher().map(HttpRequest.BodyPublisher::contentLength).orElse(0L);
    long limit = times.limit(sent).toMillis();
    long before = 0;
    while (true) {
      try {
        return future.get(limit, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        long now = sink == null ? 0 : sink.size();
        if (sink == null || !times.mayGoOn(sink.declared(), now - before)) {
          throw e;
        }
        before = now;
      }
    }
  }

  private static void close(@Nullable BodySink sink) throws WebProblem {
    try {
      if (sink != null) {
        sink.close();
      }
    } catch (IOException e) {
      throw new WebProblem(WebProblem.Kind.BROKEN, "what it sent cannot be written");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (client != null) {
      client.shutdownNow();
    }
  }
}
