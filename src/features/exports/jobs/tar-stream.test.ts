import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { tarBytes, type TarFile } from "./tar-stream.ts";

test("an archive that is closed while a file is read ends, whatever of the file comes later", async () => {
  const more = Promise.withResolvers<void>();
  const piece = Buffer.alloc(100_000, 1);
  let isOver = false;
  async function* pieces(): AsyncGenerator<Buffer> {
    try {
      yield piece;
      await more.promise;
      yield piece;
      yield piece;
    } finally {
      isOver = true;
    }
  }
  async function* files(): AsyncGenerator<TarFile> {
    yield { name: "data/a.jpg", size: 3 * piece.length, read: pieces };
  }
  const bytes = tarBytes(files(), new Date(0));
  // The header and the first piece.
  await bytes.next();
  await bytes.next();
  const closed = bytes.return(undefined);
  await setImmediate();
  more.resolve();
  await closed;
  expect(isOver).toBe(true);
});
