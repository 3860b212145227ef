package io.polyplug.ainb.net;

import io.polyplug.ainb.Capabilities;
import io.polyplug.ainb.Capability;
import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.base.Clock;
import io.polyplug.base.UntrustedText;
import io.polyplug.wire.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.core5.http.HttpException;

/**
 * Answers {@code host/network/fetch} of one plugin (5.5). Each host is matched, resolved once, and
 * connected to at exactly the addresses that were vetted; so is the target of each redirect. Safe
 * from any thread; calls are to be made on virtual threads, block there, and end at an interrupt.
 */
public final class NetworkService {
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final int MAX_REDIRECTS = 10;

  /** Each holds a body of up to a frame's size; one more waits, and its time runs. */
  private static final int AT_ONCE = 16;

  private final Semaphore places = new Semaphore(AT_ONCE);
  private final boolean granted;
  private final HostGate gate;
  private final Lookups lookups;
  private final SSLSocketFactory tls;
  private final Clock clock;

  public NetworkService(Capabilities capabilities, Clock clock) {
    this(
        capabilities,
        clock,
        HostLookup.ofMachine(),
        (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  NetworkService(Capabilities capabilities, Clock clock, HostLookup lookup, SSLSocketFactory tls) {
    this.granted = capabilities.isGranted(Capability.NETWORK);
    this.gate = new HostGate(capabilities.of(Capability.NETWORK));
    this.lookups = new Lookups(lookup);
    this.tls = tls;
    this.clock = clock;
  }

  /** The result of {@code host/network/fetch}. */
  public Json fetch(Json params) throws InterruptedException {
    if (!granted) {
      throw AinbErrors.denied(Capability.NETWORK);
    }
    FetchRequest request = FetchRequest.of(params);
    try (Cutoff cutoff = Cutoff.in(TIME, clock)) {
      if (!places.tryAcquire(cutoff.left().toMillis(), TimeUnit.MILLISECONDS)) {
        throw AinbErrors.internal("fetch: too many fetches of this plugin are under way");
      }
      try {
        return follow(request, cutoff);
      } finally {
        places.release();
      }
    }
  }

  private Json follow(FetchRequest first, Cutoff cutoff) throws InterruptedException {
    FetchRequest request = first;
    for (int hop = 0; hop <= MAX_REDIRECTS; hop++) {
      switch (ask(request, cutoff)) {
        case FetchAnswer.Content content -> {
          return content.toResult();
        }
        case FetchAnswer.Elsewhere(int status, String location) -> {
          FetchUrl next =
              request
                  .url()
                  .resolve(location)
                  .orElseThrow(
                      () -> AinbErrors.internal("fetch: redirected to what is no http URL"));
          request = Redirect.follow(request, status, next);
        }
      }
    }
    throw AinbErrors.internal("fetch: more than " + MAX_REDIRECTS + " redirects");
  }

  private FetchAnswer ask(FetchRequest request, Cutoff cutoff) throws InterruptedException {
    FetchUrl url = request.url();
    gate.check(url);
    try {
      List<InetAddress> addresses = lookups.find(url.host(), cutoff.left());
      gate.check(url, addresses);
      return HttpExchange.run(request, addresses, tls, cutoff);
    } catch (IOException | HttpException failure) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw AinbErrors.internal("fetch " + url.host().inUrl() + ": " + reason(failure, cutoff));
    }
  }

  private static String reason(Exception failure, Cutoff cutoff) {
    if (cutoff.passed()) {
      return "no answer within " + TIME.toSeconds() + " s";
    }
    String text = UntrustedText.excerpt(Objects.requireNonNullElse(failure.getMessage(), ""), 200);
    return switch (failure) {
      case UnknownHostException unknown -> "no such host";
      case SSLException refused -> "TLS failed: " + text;
      case HttpException noHttp -> "not an HTTP answer: " + text;
      default -> text;
    };
  }
}
