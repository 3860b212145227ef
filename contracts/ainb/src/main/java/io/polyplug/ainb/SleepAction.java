package io.polyplug.ainb;

import io.polyplug.ainb.protocol.AinbErrors;
import io.polyplug.ainb.protocol.Fields;
import io.polyplug.base.Clock;
import io.polyplug.wire.Json;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** {@code host.sleep}: answers after a time, on the host's clock. */
final class SleepAction implements Action {
  private static final int MOST_BYTES = 64 << 10;

  @Override
  public byte[] run(byte[] payload, ActionContext context) throws InterruptedException {
    Fields fields = ActionPayload.fields(payload, MOST_BYTES);
    if (!fields.has("ms")) {
      throw AinbErrors.invalidParams("ms: expected a number of milliseconds");
    }
    Duration time = Timeouts.millis(fields.unsigned("ms", 0));
    CountDownLatch over = new CountDownLatch(1);
    Clock.Timer timer = context.clock().pause(time, over::countDown);
    try {
      over.await();
    } finally {
      timer.cancel();
    }
    return Json.EMPTY_OBJECT.toByteArray();
  }
}
