/**
 * What floods do to everybody else: 200 slow readers of an original of 15 MB with 300 slow senders, 200 searches at once,
 * and 2,000 garbage paths a second, each for BENCH_SECONDS (120), from many addresses. Goals: memory at most 150 MB above
 * rest; home and members' pages at p95 under 300 ms; everything back afterwards. The same pages without a flood are
 * measured in between, for other work on the machine slows both.
 */
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { castAndWait, signUp, startProduct } from "../support/product.ts";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 120);
const garbageRate = Number(process.env["BENCH_GARBAGE"] ?? 2_000);
const product = await startProduct({
  env: {
    HELPERS: "off",
    HOST: "0.0.0.0",
    RATE_LIMIT_FACTOR: "1",
  },
});
const { url } = product;
const port = Number(new URL(url).port);
const { cookie } = await signUp(url, "Floods");
await castAndWait(url, cookie, {
  prompt: "a lake at dawn",
  quality: "standard",
  aspect: "1:1",
  count: 1,
});

/** An upload whose original has some 15 MB. */
async function largeOriginal(): Promise<string> {
  const side = 2_600;
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const png = await sharp({
    create: { width: side, height: side, channels: 3, background: "#888", noise },
  })
    .jpeg({ quality: 96, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const { execFileSync } = await import("node:child_process");
  const { mkdtempSync, writeFileSync } = await import("node:fs");
  const os = await import("node:os");
  const path = await import("node:path");
  const folder = mkdtempSync(path.join(os.tmpdir(), "echoform-floods-"));
  writeFileSync(path.join(folder, "large.jpg"), png);
  writeFileSync(
    path.join(folder, "m.jsonl"),
    `${JSON.stringify({ file: "large.jpg", title: "Large noise", prompt: "noise" })}\n`,
  );
  const { items } = (await (await fetch(`${url}/api/pictures?limit=1`)).json()) as {
    items: { creator: { username: string } }[];
  };
  execFileSync(
    process.execPath,
    [
      "scripts/admin.ts",
      "import-pictures",
      "--manifest",
      path.join(folder, "m.jsonl"),
      "--owner",
      items[0]?.creator.username ?? "",
    ],
    { env: { ...process.env, DATA_DIR: product.dataDir, LOG_LEVEL: "warn" }, stdio: "inherit" },
  );
  for (;;) {
    const answer = await fetch(`${url}/api/pictures?limit=5`);
    const { items: found = [] } = (await answer.json()) as {
      items?: { slug: string; title: string }[];
    };
    const large = found.find(({ title }) => title === "Large noise");
    if (large) return large.slug;
    await sleep(500);
  }
}

const slug = await largeOriginal();
const size = Number(
  (await fetch(`${url}/${slug}.jpg`, { method: "HEAD" })).headers.get("content-length"),
);

let from = 0;
/** Addresses of this machine, a new one each time. */
const address = () => {
  from = (from + 1) % 60_000;
  return `127.1.${Math.floor(from / 250)}.${(from % 250) + 1}`;
};

type Times = { p50: number; p95: number; count: number; bad: number };

/** The time of a page, asked over and over with pauses. */
async function measure(
  path: string,
  headers: Record<string, string>,
  isOver: () => boolean,
): Promise<Times> {
  const times: number[] = [];
  let bad = 0;
  while (!isOver()) {
    const began = performance.now();
    const answer = await fetch(`${url}${path}`, { headers }).catch(() => null);
    await answer?.text().catch(() => "");
    times.push(performance.now() - began);
    if (!answer?.ok) bad += 1;
    await sleep(200);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95), count: times.length, bad };
}

const rows: Record<string, Record<string, string | number>> = {};

/** Members' and guests' pages for a while, and the memory meanwhile. */
async function look(name: string, forSeconds: number): Promise<void> {
  const end = performance.now() + forSeconds * 1000;
  const isOver = () => performance.now() >= end;
  let most = 0;
  const watch = (async () => {
    while (!isOver()) {
      most = Math.max(most, product.memoryMb());
      await sleep(1_000);
    }
  })();
  const [home, own] = await Promise.all([
    measure("/", {}, isOver),
    measure("/dashboard", { cookie }, isOver),
    watch,
  ]);
  rows[name] = {
    "home p50": home.p50,
    "home p95": home.p95,
    "member p50": own.p50,
    "member p95": own.p95,
    refused: home.bad + own.bad,
    "MB most": Math.round(most),
  };
  console.log(name, JSON.stringify(rows[name]));
}

async function slowReader(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const socket = connect({ port, host: "127.0.0.1", localAddress: address() });
    socket.on("error", () => undefined);
    socket.write(`GET /${slug}.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    socket.pause();
    const closed = once(socket, "close");
    while (!isOver() && !socket.destroyed) {
      socket.read(4_096);
      await Promise.race([sleep(1_000), closed]);
    }
    socket.destroy();
  }
}

async function slowSender(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const socket: Socket = connect({ port, host: "127.0.0.1", localAddress: address() });
    socket.on("error", () => undefined);
    socket.resume();
    socket.write(
      "POST /api/auth/sign-in/email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n",
    );
    while (!isOver() && !socket.destroyed) {
      socket.write(" ");
      await sleep(1_000);
    }
    socket.destroy();
  }
}

const flooded = new Map<number, number>();
function ask(path: string): Promise<void> {
  return new Promise((resolve) => {
    const asked = request({ port, host: "127.0.0.1", path, localAddress: address() }, (answer) => {
      flooded.set(answer.statusCode ?? 0, (flooded.get(answer.statusCode ?? 0) ?? 0) + 1);
      answer.resume().on("close", resolve);
    });
    asked.on("error", () => {
      flooded.set(0, (flooded.get(0) ?? 0) + 1);
      resolve();
    });
    asked.end();
  });
}
const told = () => {
  const text = JSON.stringify(Object.fromEntries(flooded));
  flooded.clear();
  return text;
};

await look("at rest", Math.min(30, seconds));
{
  const end = performance.now() + seconds * 1000;
  const isOver = () => performance.now() >= end;
  const crowd = [
    ...Array.from({ length: 200 }, () => slowReader(isOver)),
    ...Array.from({ length: 300 }, () => slowSender(isOver)),
  ];
  await look(`200 slow readers of ${(size / 1e6).toFixed(1)} MB, 300 slow senders`, seconds);
  await Promise.all(crowd);
}
await sleep(5_000);
await look("after them", Math.min(30, seconds));
{
  const end = performance.now() + seconds * 1000;
  const words = ["lake", "dawn", "noise", "forest"];
  const crowd = Array.from({ length: 200 }, async (_, n) => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const q = turn % 2 === 0 ? words[turn % words.length] : `lake number ${n} ${turn}`;
      await ask(
        turn % 4 < 2
          ? `/api/pictures?q=${encodeURIComponent(q ?? "")}`
          : `/search?q=${encodeURIComponent(q ?? "")}`,
      );
    }
  });
  await look("200 searches at once", seconds);
  await Promise.all(crowd);
  console.log("  answers to the searches:", told());
}
await look("after the searches", Math.min(20, seconds));
{
  let isOver = false;
  let number = 0;
  const underWay = new Set<Promise<void>>();
  const timer = setInterval(() => {
    for (let n = 0; n < garbageRate / 50; n += 1) {
      // What the server does not answer in time is not piled up on this side.
      if (isOver || underWay.size > 1_000) return;
      number += 1;
      const forms = [
        `/wp-admin/${number}.php`,
        `/i/none-${number}`,
        `/@nobody${number}`,
        `/${number}/x`,
      ];
      const one = ask(forms[number % forms.length] ?? "/");
      underWay.add(one);
      void one.then(() => underWay.delete(one));
    }
  }, 20);
  await look(`${garbageRate} garbage paths a second`, seconds);
  isOver = true;
  clearInterval(timer);
  await Promise.all(underWay);
  console.log(`  garbage sent: ${(number / seconds).toFixed(0)} a second, answers:`, told());
}
await sleep(5_000);
await look("after all", Math.min(30, seconds));
console.table(rows);
await product.stop();
