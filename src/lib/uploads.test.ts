import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createUploads } from "./uploads.ts";

const half = 10 * 1024 * 1024;

/** A request with a file of 20 MB less a little, sent in pieces as a socket gives them. */
function largeUpload(fill = 7): { request: Request; isRead: () => boolean } {
  const boundary = "----test";
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const piece = new Uint8Array(64 * 1024).fill(fill);
  const pieces = 319;
  let next = -1;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (next === -1) controller.enqueue(head);
        else if (next < pieces) controller.enqueue(piece.slice());
        else {
          controller.enqueue(tail);
          controller.close();
        }
        next += 1;
      },
    },
    { highWaterMark: 0 },
  );
  const length = head.length + pieces * piece.length + tail.length;
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(length),
    },
    body,
    duplex: "half",
  } as RequestInit);
  return { request, isRead: () => next >= 0 };
}

test("uploads run two at a time per member and six in total; the others are not read", async () => {
  const uploads = createUploads();
  const members = Array.from({ length: 10 }, () => randomUUID());
  const sizes = new Map<string, number>();
  let [under, most, mostOfOne] = [0, 0, 0];
  const sent = members.flatMap((userId) =>
    [1, 2, 3].map(() => {
      const { request, isRead } = largeUpload();
      const done = uploads.receive(request, userId, async (file) => {
        under += 1;
        const own = (sizes.get(userId) ?? 0) + 1;
        sizes.set(userId, own);
        [most, mostOfOne] = [Math.max(most, under), Math.max(mostOfOne, own)];
        await new Promise((resolve) => setTimeout(resolve, 5));
        under -= 1;
        sizes.set(userId, own - 1);
        return file.length;
      });
      return { done, isRead };
    }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent.filter(({ isRead }) => isRead()).length).toBeLessThanOrEqual(6);
  const lengths = await Promise.all(sent.map(({ done }) => done));
  expect(new Set(lengths)).toEqual(new Set([319 * 64 * 1024]));
  expect(most).toBeLessThanOrEqual(6);
  expect(mostOfOne).toBeLessThanOrEqual(2);
});

test("an upload uses memory for its file once", async () => {
  const uploads = createUploads();
  const { request } = largeUpload();
  const before = process.memoryUsage().arrayBuffers;
  const during = await uploads.receive(request, "a", async (file) => {
    expect(file[half]).toBe(7);
    return process.memoryUsage().arrayBuffers;
  });
  // The pieces of the body may not be collected yet; four times the file is what it used to be.
  expect(during - before).toBeLessThan(50 * 1024 * 1024);
});

test("a refused upload, a broken one and one whose work fails free their slots", async () => {
  const uploads = createUploads();
  const form = { "content-type": "multipart/form-data; boundary=x" };
  const bad = (body: BodyInit) =>
    new Request("http://localhost/", { method: "POST", headers: form, body });
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new Error("aborted"));
    },
  });
  const init = { method: "POST", headers: form, body: broken, duplex: "half" } as RequestInit;
  const work = () => Promise.reject(new Error("the work failed"));
  for (let round = 0; round < 10; round += 1) {
    await expect(uploads.receive(bad("--x"), "a", work)).rejects.toMatchObject({ status: 400 });
    const { request } = largeUpload();
    await expect(uploads.receive(request, "a", work)).rejects.toThrow("the work failed");
  }
  await expect(uploads.receive(new Request("http://localhost/", init), "a", work)).rejects.toThrow(
    "aborted",
  );
  expect(await uploads.receive(largeUpload().request, "a", async (file) => file[0])).toBe(7);
});
