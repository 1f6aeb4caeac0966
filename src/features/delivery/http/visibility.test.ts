import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "#app/services.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { createVisibility, type KnownPicture } from "./visibility.ts";

let services: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

/** The real database, with announcements that the test makes. */
function announced() {
  let announce: (id: string) => void = () => undefined;
  const live: Services["live"] = {
    ...services.live,
    on(_channel, listener) {
      announce = listener;
      return () => undefined;
    },
    onReconnect: () => () => undefined,
  };
  return {
    visibility: createVisibility({ db: services.db, live }),
    tell: (id: string) => announce(id),
  };
}

test("a changed picture is invalidated under every name, and no other entry is touched", async () => {
  const { visibility, tell } = announced();
  const owner = await aMember(services);
  const changed = await aPicture(services, owner);
  let looks = 0;
  for (let count = 0; count < 40; count += 1) {
    const other = await aPicture(services, owner);
    const known = (await visibility.find(other.slug)) as KnownPicture;
    const { id } = known.file;
    Object.defineProperty(known.file, "id", {
      get() {
        looks += 1;
        return id;
      },
    });
  }
  const names = [changed.slug, changed.filename, changed.id];
  for (const name of names) await visibility.find(name);
  for (const name of names) expect(visibility.remembered(name)?.file.id).toBe(changed.id);
  tell(changed.id);
  for (const name of names) expect(visibility.remembered(name)).toBeUndefined();
  expect(looks).toBe(0);
  // Asked again, it is known again, and forgotten again.
  await visibility.find(changed.slug);
  expect(visibility.remembered(changed.slug)).toBeDefined();
  tell(changed.id);
  expect(visibility.remembered(changed.slug)).toBeUndefined();
});
