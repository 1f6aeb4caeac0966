import { afterAll, beforeAll, expect, test } from "vitest";
import type { Failpoint } from "#app/rules/failpoints.ts";
import { aMember } from "../harness/factories.ts";
import { credits, delivered, mixture, openCasting, type Casting } from "./casting.ts";
import { expectWhole } from "./whole-casts.ts";

let casting: Casting;
beforeAll(async () => {
  casting = await openCasting();
});
afterAll(() => casting.close());

const atWork: Failpoint[] = [
  "after-claim",
  "before-dispatch",
  "after-file-write",
  "after-image-commit",
  "after-first-image",
  "after-engine",
  "before-settle",
  "after-settle",
  "before-notify",
  "during-heartbeat",
];

test.each([...atWork, "after-file-write:exit@3", "before-settle:exit@2"])(
  "ST-05 a worker killed %s loses nothing and charges nothing twice",
  async (point) => {
    const { id } = await aMember(casting.services, { credits });
    const ids = await casting.castAll(id, mixture);
    const child = await casting.aChild("work", point.includes(":") ? point : `${point}:exit`);
    expect(await child.death).toBe("SIGKILL");
    const casts = await casting.recover(id, ids);
    await expectWhole(casting.services, id, casts, credits);
    expect(casts.map((cast) => cast.delivered)).toEqual(delivered);
  },
);

test.each<Failpoint>(["before-sweep-commit", "after-sweep"])(
  "ST-05 a sweeper killed %s loses nothing and charges nothing twice",
  async (point) => {
    const { id } = await aMember(casting.services, { credits });
    const ids = await casting.castAll(id, mixture);
    expect(await (await casting.aChild("work", "after-claim:exit")).death).toBe("SIGKILL");
    expect(await (await casting.aChild("work", `${point}:exit`)).death).toBe("SIGKILL");
    const casts = await casting.recover(id, ids);
    await expectWhole(casting.services, id, casts, credits);
    expect(casts.map((cast) => cast.delivered)).toEqual(delivered);
  },
);
