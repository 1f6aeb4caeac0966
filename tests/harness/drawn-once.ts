import path from "node:path";
import type { TestBrowser } from "./browser.ts";
import { aPicture, type TestPicture } from "./factories.ts";
import { aCaster } from "./studio.ts";

/** Gives a member a picture of their own with the same pixels. */
export type CopyFor = (member: { userId: string }) => Promise<TestPicture>;

/** Has a picture drawn by a cast, for members who each need it: drawing takes far longer than a copy. */
export async function drawnOnce(browser: TestBrowser, prompt: string): Promise<CopyFor> {
  const { services } = browser;
  const { db, storage } = services;
  const { pictures } = await (await aCaster(browser)).made({ prompt });
  const {
    storage_key: key,
    mark,
    look,
    ...shown
  } = await db
    .selectFrom("pictures as p")
    .innerJoin("picture_marks as m", "m.picture_id", "p.id")
    .select(["storage_key", "title", "prompt", "width", "height", "bytes", "sha256"])
    .select(["colors", "placeholder", "m.mark", "m.look"])
    .where("p.id", "=", pictures[0].id)
    .executeTakeFirstOrThrow();
  const file = await storage.get(key);
  if (file === null) throw new Error(`no file ${key}`);
  return async ({ userId }) => {
    const own = { ...shown, storage_key: `pictures/te/${crypto.randomUUID()}${path.extname(key)}` };
    return aPicture(services, { id: userId }, own, { bytes: file.bytes, mark, look });
  };
}
