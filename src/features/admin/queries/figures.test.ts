import { expect, test } from "vitest";
import { spending } from "#app/features/generation/queries.ts";
import { testDatabase } from "#tests/harness/database.ts";
import { aMember } from "#tests/harness/factories.ts";
import { until } from "#tests/harness/patience.ts";
import { testServices } from "#tests/harness/services.ts";
import { trafficFigures } from "./figures.ts";

test.each(["America/Adak", "Pacific/Chatham"])(
  "the figures of a UTC day are whole on a database that stands in %s",
  async (zone) => {
    const { url, pool } = await testDatabase();
    const name = new URL(url).pathname.slice(1);
    await pool.query(`alter database ${name} set timezone to '${zone}'`);
    const services = await testServices({ databaseUrl: url });
    const { id } = await aMember(services);
    const arriveOnTheOldestDay = async () => {
      const [{ day }] = await trafficFigures(services.db);
      const created_at = new Date(`${day}T00:10:00Z`);
      await services.db.updateTable("users").set({ created_at }).where("id", "=", id).execute();
      return (await trafficFigures(services.db)).slice(0, 2);
    };
    // Midnight may pass in between: the oldest day is another then.
    const isOldest = ([oldest]: { signUps: number }[]) => oldest.signUps === 1;
    const [oldest, next] = await until("the sign-up", arriveOnTheOldestDay, isOldest);
    expect([oldest.signUps, next.signUps]).toEqual([1, 0]);
    const days = (await spending(services.db, id)).map(({ day }) => day);
    expect(days).toHaveLength(30);
    expect(days.at(0)).toBe((await trafficFigures(services.db)).at(0)?.day);
    await services.close();
  },
);
