import { expect, test } from "vitest";
import { deviceLabel } from "./device-label.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Firefox on Windows",
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    "Safari on Mac",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPhone",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/126.0 Safari/537.36`,
    "Chrome on ChromeOS",
  ],
  ["curl/8.5.0", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("AU-16 %j is called %s", (userAgent, words) => {
  expect(deviceLabel(userAgent)).toBe(words);
});
