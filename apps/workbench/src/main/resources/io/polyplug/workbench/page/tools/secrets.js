// What is kept out of everything that outlives a tab.

const SECRET = /auth|cookie|token|key|secret|pass|pwd|\bpw\b|credential|bearer|jwt/i;

/** Whether the name of something says that its value should not be kept. */
export const looksSecret = (name) => SECRET.test(name);
