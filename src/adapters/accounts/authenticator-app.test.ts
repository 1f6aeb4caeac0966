import { expect, test } from "vitest";
import { appCode } from "#tests/harness/authenticator-app.ts";
import { createAuthenticatorApps } from "./authenticator-app.ts";

const apps = createAuthenticatorApps("a secret of at least 32 characters", "Echoform");
/** The middle of a time step. */
const at = 1_760_000_025_000;
const step = Math.floor(at / 30_000);

test("codes follow RFC 6238", () => {
  // Appendix B: the ASCII secret 12345678901234567890, here in base32.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect(appCode(secret, 0, 59_000)).toBe("287082");
  expect(appCode(secret, 0, 1_111_111_109_000)).toBe("081804");
  expect(appCode(secret, 0, 20_000_000_000_000)).toBe("353130");
});

test.each([
  [-2, null],
  [-1, step - 1],
  [0, step],
  [1, step + 1],
  [2, null],
])("a code of %i steps from now is of step %o", async (steps, expected) => {
  const { text, sealed } = await apps.create("ada@example.org");
  expect(await apps.stepOf(sealed, appCode(text, steps, at), at)).toBe(expected);
});

test("a secret is encrypted, and read by nobody with another key", async () => {
  const { text, uri, sealed } = await apps.create("ada@example.org");
  expect(Buffer.from(text).length).toBe(32);
  expect(uri).toContain(text);
  expect(sealed).not.toContain(text);
  expect(await apps.canRead(sealed)).toBe(true);
  const other = createAuthenticatorApps("another secret of 32 characters!!", "Echoform");
  expect(await other.canRead(sealed)).toBe(false);
  await expect(other.stepOf(sealed, "000000", at)).rejects.toBeInstanceOf(Error);
});

test("a recovery code has another hash for each member and each key", () => {
  const other = createAuthenticatorApps("another secret of 32 characters!!", "Echoform");
  const hashes = [
    apps.hashCode("ada", "k7mq"),
    apps.hashCode("eve", "k7mq"),
    other.hashCode("ada", "k7mq"),
  ];
  expect(new Set(hashes).size).toBe(3);
  expect(apps.hashCode("ada", "k7mq")).toBe(hashes[0]);
});
