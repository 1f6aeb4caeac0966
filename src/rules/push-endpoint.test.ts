import { expect, test } from "vitest";
import { isPushEndpoint } from "./push-endpoint.ts";

test.each([
  "https://fcm.googleapis.com/fcm/send/abc:APA91b",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA",
  "https://web.push.apple.com/QGuQyavXutnMH",
  "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAB%2f",
])("the address of a push service is taken: %s", (address) => {
  expect(isPushEndpoint(address)).toBe(true);
});

test.each([
  "",
  "fcm.googleapis.com/fcm/send/abc",
  "http://fcm.googleapis.com/fcm/send/abc",
  "ftp://fcm.googleapis.com/abc",
  "javascript:alert(1)",
  "https://localhost/abc",
  "https://127.0.0.1/abc",
  "https://2130706433/abc",
  "https://0x7f.1/abc",
  "https://[::1]/abc",
  "https://[::ffff:127.0.0.1]/abc",
  "https://10.0.0.1/abc",
  "https://push.example.org:8443/abc",
  "https://user:word@push.example.org/abc",
])("any other address is refused: %j", (address) => {
  expect(isPushEndpoint(address)).toBe(false);
});
