import { afterAll, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { askGrid, cellsOfGrid, quoteOf, type Axes } from "#tests/harness/grids.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aspects } from "#app/rules/aspects.ts";
import { castCost } from "#app/rules/credit-costs.ts";
import { seededRandom } from "#app/rules/seeded-random.ts";
import { cancelCast } from "../commands.ts";
import { cancelGrid } from "./grids.ts";
import { createWordList } from "./word-lists.ts";

let services: OpenServices;
beforeAll(async () => {
  const engine = quickEngine();
  services = await testServices({ engines: new Map([[engine.id, engine]]) });
});
afterAll(() => services.close());

/** 100,000 for a full run. */
const tries = Number(process.env["CAST_PRICES"] ?? 300);

test(
  `${tries} random casts and grids: what is shown is what is set aside, picture by picture, and all of it comes back`,
  async () => {
    const random = seededRandom(11);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
    const member = await aCaster(services, 2_000);
    const words = ["clear", "{red|grey}"];
    await createWordList(services, member.actor, { name: "sky", words });
    const lists = new Map([["sky", words]]);
    const wrong: string[] = [];
    for (let tried = 0; tried < tries; tried += 1) {
      const prompt = pick(["fox", "{a|b} fox", "{a|b|c} {d|{e|f}}", "__sky__ {2::x|y}"]);
      const [quality, aspect] = [pick(["standard", "high"] as const), pick(aspects)];
      const cast = { prompt, quality, aspect, model: pick(["quick-1", "quick-runware"]) };
      if (tried % 3 > 0) {
        const count = 1 + Math.floor(random() * 8);
        const shown = castCost({ mode: "text-to-image", ...cast, count });
        const id = await member.cast(prompt, { ...cast, count });
        const { texts, progress } = await member.see(id);
        const { held } = await member.balance();
        if (held !== shown || progress.length !== count || (texts?.length ?? count) !== count) {
          wrong.push(`${JSON.stringify(cast)}: ${held} of ${shown}`);
        }
        await cancelCast(services, member.actor, id);
        continue;
      }
      const axes: Axes = {
        columns: prompt === "fox" ? { by: "quality", values: ["high"] } : { by: "words", place: 0 },
        rows: { by: "aspect", values: ["1:1", "16:9"] },
      };
      const quoted = quoteOf(cast, axes, lists);
      const { id } = await askGrid(services, member, { cast, axes }, { quoted });
      const rows = await cellsOfGrid(services, id);
      const sum = rows.reduce((total, { cost }) => total + cost, 0);
      const { held } = await member.balance();
      if (held !== quoted.credits || sum !== held || rows.length !== quoted.pictures) {
        wrong.push(`${JSON.stringify(cast)}: ${held} of ${quoted.credits}`);
      }
      await cancelGrid(services, member.actor, id);
    }
    expect(wrong).toEqual([]);
    expect(await member.balance()).toEqual({ current: 2_000, held: 0 });
  },
  60_000 + tries * 200,
);
