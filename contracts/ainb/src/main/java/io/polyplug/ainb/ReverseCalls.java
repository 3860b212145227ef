package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.AinbProtocol;
import io.polyplug.ainb.protocol.LogLevel;
import io.polyplug.ainb.protocol.LogRecord;
import io.polyplug.base.UntrustedText;
import io.polyplug.host.HostEvent;
import io.polyplug.host.PeerNotices;
import io.polyplug.wire.InvalidJson;
import io.polyplug.wire.Json;
import io.polyplug.wire.NotificationHandler;
import io.polyplug.wire.Order;
import io.polyplug.wire.PeerBuilder;
import io.polyplug.wire.RequestHandler;
import io.polyplug.wire.RpcException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a plugin may ask of its host. The bus and the log take effect in the order of arrival; what
 * takes a while runs beside, so that it delays nothing that comes after it (4.4). A notification is
 * never answered; one that is sent as a request is (4.3).
 */
final class ReverseCalls {
  /** What listeners and the log book take of a line at most. */
  private static final int LONGEST_LINE = 16 << 10;

  private static final int ROOM_FOR_MARK = 64;

  private final BusSeat seat;
  private final Services services;
  private final LogLevel minLevel;
  private final PeerNotices notices;
  private final Runnable activity;
  private final AtomicInteger answering = new AtomicInteger();

  ReverseCalls(
      BusSeat seat, Services services, LogLevel minLevel, PeerNotices notices, Runnable activity) {
    this.seat = seat;
    this.services = services;
    this.minLevel = minLevel;
    this.notices = notices;
    this.activity = activity;
  }

  private interface Answer {
    Json to(Json params) throws Exception;
  }

  private interface Effect {
    void of(Json params) throws Exception;
  }

  PeerBuilder attach(PeerBuilder builder) {
    told(builder, AinbProtocol.SNAPSHOT_PUBLISH, seat::publish);
    told(builder, AinbProtocol.LOG, this::log);
    return builder
        .onRequest(AinbProtocol.SNAPSHOT_GET, Order.ORDERED, ordered(seat::get))
        .onRequest(AinbProtocol.SNAPSHOT_SUBSCRIBE, Order.ORDERED, ordered(seat::subscribe))
        .onRequest(AinbProtocol.READ_DIR, Order.CONCURRENT, beside(services::readDir))
        .onRequest(AinbProtocol.READ_FILE, Order.CONCURRENT, beside(services::readFile))
        .onRequest(AinbProtocol.FETCH, Order.CONCURRENT, beside(services::fetch))
        .onRequest(AinbProtocol.ACTION_INVOKE, Order.CONCURRENT, beside(services::invokeAction));
  }

  /** Whether the plugin waits for something that takes a while. */
  boolean isAnswering() {
    return answering.get() > 0;
  }

  private static RequestHandler ordered(Answer answer) {
    return (request, _) -> answer.to(request.paramsOrEmpty());
  }

  /** Each service has turns of its own: what waits, waits behind its own kind only. */
  private RequestHandler beside(Answer answer) {
    return (request, _) -> {
      Json params = request.paramsOrEmpty();
      activity.run();
      answering.incrementAndGet();
      try {
        return answer.to(params);
      } catch (InterruptedException stopped) {
        throw AinbErrors.internal("the plugin is being stopped");
      } finally {
        // First: in between it would be idle since it asked.
        activity.run();
        answering.decrementAndGet();
      }
    };
  }

  private void told(PeerBuilder builder, String method, Effect effect) {
    NotificationHandler silently =
        notification -> {
          try {
            effect.of(notification.paramsOrEmpty());
          } catch (RpcException e) {
            dropped(method, e.error().message());
          } catch (InvalidJson e) {
            dropped(method, "its payload is not JSON");
          }
        };
    RequestHandler answered =
        (request, _) -> {
          try {
            effect.of(request.paramsOrEmpty());
          } catch (InvalidJson e) {
            throw AinbErrors.invalidParams("payload: expected JSON");
          }
          return Json.EMPTY_OBJECT;
        };
    builder
        .onNotification(method, Order.ORDERED, silently)
        .onRequest(method, Order.ORDERED, answered);
  }

  private void dropped(String method, String why) {
    notices.warn(method + " was dropped: " + UntrustedText.excerpt(why, 200));
  }

  private void log(Json params) {
    LogRecord record = LogRecord.read(params);
    if (record.level().compareTo(minLevel) >= 0) {
      notices.log(level(record.level()), line(record));
    }
  }

  private static String line(LogRecord record) {
    String message = record.message();
    String text =
        message.length() > LONGEST_LINE
            ? message
            : record.fields().map(it -> message + " " + it).orElse(message);
    if (text.length() <= LONGEST_LINE) {
      return text;
    }
    int most = LONGEST_LINE - ROOM_FOR_MARK;
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "… (cut from " + text.length() + " characters)";
  }

  private static HostEvent.Level level(LogLevel level) {
    return switch (level) {
      case TRACE -> HostEvent.Level.TRACE;
      case DEBUG -> HostEvent.Level.DEBUG;
      case INFO -> HostEvent.Level.INFO;
      case WARN -> HostEvent.Level.WARN;
      case ERROR -> HostEvent.Level.ERROR;
    };
  }
}
