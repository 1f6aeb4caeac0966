import { beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/harness/database.ts";
import { claimEvent } from "./events.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

test("CR-06 an event is due in the very moment in which it is kept", async () => {
  // Half of all moments are rounded up.
  for (let round = 0; round < 30; round += 1) {
    const id = `evt_${round}`;
    const claimed = await database.db.transaction().execute(async (tx) => {
      const event = { id, kind: "charge.updated", mode: "sandbox", livemode: false, payload: "{}" };
      await tx.insertInto("payment_events").values(event).execute();
      return claimEvent(tx);
    });
    expect(claimed?.id).toBe(id);
  }
});
