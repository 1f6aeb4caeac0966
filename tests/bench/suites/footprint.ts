/** Memory of the whole product (program, drawing threads, database) at rest and after 200 casts (goal: at most 600 MB, no growth). */
import { castAndWait, grantCredits, signUp, startProduct } from "../support/product.ts";

const product = await startProduct();
const { cookie, email } = await signUp(product.url, "Footprint Bench");
await grantCredits(product, email, 2000);
const rest = product.memoryMb();
const samples: Record<string, { MB: string }> = { "at rest": { MB: rest.toFixed(0) } };
const prompts = [
  "misty mountain lake at dawn, watercolour",
  "stormy sea, oil painting",
  "pine forest in fog",
  "neon city in rain",
  "abstract waves in teal",
];
const casts = Number(process.env["BENCH_CASTS"] ?? 200);
for (let turn = 1; turn <= casts; turn += 1) {
  await castAndWait(product.url, cookie, {
    prompt: prompts[turn % prompts.length],
    aspect: "1:1",
    quality: "standard",
    count: 1,
    seed: turn,
  });
  if (turn % 50 === 0) samples[`after ${turn} casts`] = { MB: product.memoryMb().toFixed(0) };
}
await new Promise((resolve) => setTimeout(resolve, 60_000));
samples["a minute later"] = { MB: product.memoryMb().toFixed(0) };
console.table(samples);
await product.stop();
