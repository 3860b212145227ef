package io.polyplug.gateway.subject;

import io.polyplug.wire.ErrorObject;
import io.polyplug.wire.RpcException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * State that a client carries from one round to the next and cannot change: signed for the tool
 * that gave it out. Safe from any thread.
 */
final class SignedState {
  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] key = new byte[32];

  SignedState() {
    new SecureRandom().nextBytes(key);
  }

  String sign(String tool, String state) {
    return state + "." + signature(tool, state);
  }

  /** What was signed for the tool; refuses everything else. */
  String verify(String tool, String signed) {
    int dot = signed.lastIndexOf('.');
    String state = dot < 0 ? "" : signed.substring(0, dot);
    byte[] given = signed.substring(dot + 1).getBytes(StandardCharsets.UTF_8);
    byte[] right = signature(tool, state).getBytes(StandardCharsets.UTF_8);
    if (dot < 0 || !MessageDigest.isEqual(given, right)) {
      throw new RpcException(ErrorObject.INVALID_PARAMS, "params.requestState is not ours");
    }
    return state;
  }

  private String signature(String tool, String state) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      byte[] sum = mac.doFinal((tool + "\n" + state).getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(sum);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
