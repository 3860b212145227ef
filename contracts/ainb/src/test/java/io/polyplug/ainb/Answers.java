package io.polyplug.ainb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.Json;
import io.polyplug.wire.RpcException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What tests of the services share. */
public final class Answers {
  private Answers() {}

  /** The error that a call is answered with. */
  public static ErrorObject error(ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isInstanceOf(RpcException.class);
    return ((RpcException) thrown).error();
  }

  /** Asserts that a call is answered with the denial of this capability. */
  public static void assertDenied(String capability, ThrowingCallable call) {
    assertThat(error(call)).isEqualTo(new ErrorObject(-32001, "capability denied: " + capability));
  }

  /** Params with one member that is a string. */
  public static Json params(String name, String value) {
    return Json.object(out -> out.writeStringProperty(name, value));
  }

  /** Grants by name; a value is a Boolean or a list. */
  public static Capabilities granted(Object... namesAndValues) {
    Map<String, Grant> grants = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Grant grant =
          namesAndValues[i + 1] instanceof Boolean flag
              ? new Grant.Flag(flag)
              : new Grant.Listed(
                  ((List<?>) namesAndValues[i + 1]).stream().map(String.class::cast).toList());
      grants.put((String) namesAndValues[i], grant);
    }
    return new Capabilities(grants);
  }
}
