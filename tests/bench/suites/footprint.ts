/**
 * Memory of the program (all roles, with its helpers; the database apart): at rest, and a quiet minute after 200 casts (goal: at most 300 MB).
 * Then of a `web` role alone at rest (goal: at most 100 MB).
 */
import {
  castAndWait,
  grantCredits,
  signUp,
  startProduct,
  type Product,
} from "../support/product.ts";

const samples: Record<string, { program: string; database: string }> = {};
function note(when: string, measured: Product): void {
  const database = measured.databaseMb();
  samples[when] = {
    program: `${(measured.memoryMb() - database).toFixed(0)} MB`,
    database: `${database.toFixed(0)} MB`,
  };
}
const quietMinute = () => new Promise((resolve) => setTimeout(resolve, 60_000));

const product = await startProduct();
const { cookie, email } = await signUp(product.url, "Footprint Bench");
await grantCredits(product, email, 2000);
note("at rest", product);
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
  if (turn % 50 === 0) note(`after ${turn} casts`, product);
}
await quietMinute();
note("a quiet minute later", product);
await product.stop();

const web = await startProduct({ env: { ROLES: "web" } });
note("web alone, just started", web);
await quietMinute();
note("web alone, at rest", web);
await web.stop();
console.table(samples);
