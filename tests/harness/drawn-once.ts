import path from "node:path";
import type { TestBrowser } from "./browser.ts";
import { aPicture, type TestPicture } from "./factories.ts";
import { aCaster } from "./studio.ts";

/** Gives a member a picture of their own with the same pixels. */
export type CopyFor = (member: { userId: string }) => Promise<TestPicture>;

/** Has a picture drawn by a cast, for members who each need it: drawing takes far longer than a copy. */
export async function drawnOnce(browser: TestBrowser, prompt: string): Promise<CopyFor> {
  const { services } = browser;
  const { pictures } = await (await aCaster(browser)).made({ prompt });
  const { storage_key: key, ...shown } = await services.db
    .selectFrom("pictures")
    .select(["storage_key", "title", "prompt", "width", "height", "bytes", "sha256"])
    .select(["colors", "placeholder"])
    .where("id", "=", pictures[0].id)
    .executeTakeFirstOrThrow();
  const file = await services.storage.get(key);
  if (file === null) throw new Error(`no file ${key}`);
  return async ({ userId }) => {
    const own = { ...shown, storage_key: `pictures/te/${crypto.randomUUID()}${path.extname(key)}` };
    const copy = await aPicture(services, { id: userId }, own);
    await services.storage.put(copy.storage_key, file.bytes);
    return copy;
  };
}
