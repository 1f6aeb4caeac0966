/**
 * A flood of sign-ins from 1,000 addresses, each of which tries again as soon as it is answered, for BENCH_SECONDS (60); a
 * tenth of the tries is against the account of a member who signs in meanwhile by a known browser. Goals: 95 % of the
 * rightful sign-ins pass; members' pages at p95 under 300 ms. The same pages are measured at rest before and after, for
 * other work on the machine slows all of them.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sentWords, startFlood } from "../support/flood.ts";
import { openLine, postRequest } from "../support/flood-lines.ts";
import { pageTimes, verdict, type Times } from "../support/page-times.ts";
import { signUp, startProduct } from "../support/product.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 60);
const addresses = Number(process.env["BENCH_ADDRESSES"] ?? 1_000);
const goals = { p95: 300, share: 0.95 };
const product = await startProduct({
  env: { HELPERS: "off", HOST: "0.0.0.0", RATE_LIMIT_FACTOR: "1" },
});
const { url } = product;
const port = Number(new URL(url).port);
const { cookie, email } = await signUp(url, "Flood");
const stranger = await signUp(url, "Stranger");
const known = cookie
  .split("; ")
  .filter((one) => one.includes("known="))
  .join("; ");

async function measured(forSeconds: number): Promise<Record<string, Times>> {
  const end = performance.now() + forSeconds * 1000;
  const look = (page: string) =>
    pageTimes(`${url}${page}`, { cookie }, () => performance.now() >= end, 100);
  const [likes, dashboard] = await Promise.all([look("/dashboard/likes"), look("/dashboard")]);
  return { likes, dashboard };
}

/** Legitimate sign-ins, one after the other, each from its own address. */
async function signIns(who: string, own: string, isOver: () => boolean) {
  let n = 0;
  const times: number[] = [];
  let passed = 0;
  const request = postRequest(
    "/api/auth/sign-in/email",
    { email: who, password: "kettle-harvest-1836" },
    own,
  );
  while (!isOver()) {
    n += 1;
    const line = openLine(port, () => `127.2.${Math.floor(n / 250)}.${(n % 250) + 1}`);
    const began = performance.now();
    if ((await line.ask(request)) === 200) passed += 1;
    times.push(performance.now() - began);
    line.close();
    await sleep(200);
  }
  times.sort((a, b) => a - b);
  const p95 = Math.round(times[Math.floor(times.length * 0.95)] ?? Number.NaN);
  return { tried: times.length, passed, "p95 ms": p95 };
}

const restSeconds = Math.min(10, seconds);
const before = await measured(restSeconds);
const flood = startFlood({ kind: "sign-ins", port, addresses, email });
await sleep(2_000);
let isOver = false;
const rightful = signIns(email, known, () => isOver);
const newcomers = signIns(stranger.email, "", () => isOver);
const cpuBegan = product.cpuMs();
product.resetLoopDelay();
const during = await measured(seconds);
const cpu = (product.cpuMs() - cpuBegan) / (seconds * 10);
const delay = product.loopDelay();
isOver = true;
const sent = await flood.stop();
const [ofKnown, ofNew] = await Promise.all([rightful, newcomers]);
const after = await measured(restSeconds);
await product.stop();

const rows = Object.entries({ before, during, after }).flatMap(([when, pages]) =>
  Object.entries(pages).map(([page, times]) => ({ when, page, ...times })),
);
console.table(rows);
console.log(`the flood: ${sentWords(sent)}; the server took ${cpu.toFixed(0)} % of a core`);
console.log("event loop of the server, ms:", JSON.stringify(delay));
console.log("sign-ins of a browser that is not known, by the same rules as the flood:", ofNew);
const worst = Math.max(during["likes"].p95, during["dashboard"].p95);
const share = ofKnown.passed / ofKnown.tried;
console.log(
  `members' pages p95 ${worst} ms, goal under ${goals.p95}: ${verdict(worst < goals.p95)}`,
);
console.log(
  `rightful sign-ins ${ofKnown.passed} of ${ofKnown.tried} (p95 ${ofKnown["p95 ms"]} ms), goal ${goals.share * 100} %: ${verdict(share >= goals.share)}`,
);
