import { expect, test } from "vitest";
import { readParameters } from "./a1111.ts";
import { readXmp } from "./xmp.ts";

/**
 * Seconds of a processor for so many hostile texts, each as long as one that is read. They take about a sixth of it;
 * expressions that try each sign with the next 200, or with all after it, took from 8 to 350 seconds. What else the machine
 * does is not counted, as a clock would.
 */
const most = 2.5;

const signs = 60_000;

test.each([
  [500, "opened tags", readXmp, `<echoform:prompt>${"<".repeat(signs)}</echoform:prompt>`],
  [2_500, "opened elements", readXmp, "<echoform:prompt ".repeat(signs / 17)],
  [500, "blanks between settings", readParameters, `Steps: 1,${" ".repeat(signs)}x`],
])("%i texts of %s take little of a processor", (count, _what, read, text) => {
  const began = process.threadCpuUsage().user;
  const seconds = () => (process.threadCpuUsage().user - began) / 1e6;
  for (let at = 0; at < count && seconds() < most; at += 1) read(text);
  expect(seconds()).toBeLessThan(most);
});
