/** Files that are not kept, and what is said of them. */
import { afterEach, expect, test } from "vitest";
import { hostileFiles } from "#tests/fixtures/model-files.ts";
import {
  caught,
  closeModelScenes,
  faultOf,
  modelScene,
  namesIn,
  never,
  openedFiles,
  sha256Of,
} from "#tests/harness/model-files.ts";
import { bodyOf, madeBody } from "#tests/providers/hub-files.ts";
import type { HubFault } from "#tests/providers/hub-faults.ts";

afterEach(closeModelScenes);

const large = madeBody(3_000_000);

test("without a revision, size and hash the hub states them, and another statement is refused", async () => {
  const { hub, files } = await modelScene();
  const file = hub.offer(large);
  const unknown = { ...file, revision: null, bytes: null, sha256: null };
  const { revision, bytes, sha256 } = file;
  expect(await files.state(unknown, never)).toEqual({ revision, bytes, sha256 });
  expect(hub.asked.at(-1)).toMatchObject({
    method: "HEAD",
    path: expect.stringContaining("/main/"),
  });
  expect(await faultOf(files.state({ ...unknown, sha256: "a".repeat(64) }, never))).toMatchObject({
    kind: "changed",
    sentence: expect.stringContaining("the hash"),
  });
  expect(await faultOf(files.state({ ...unknown, bytes: 1 }, never))).toMatchObject({
    kind: "changed",
  });
});

type Refusal = [name: string, fault: HubFault, kind: string];

test.each<Refusal>([
  ["a licence to accept", "gated", "gated"],
  ["another hash", "other-hash", "changed"],
  ["another size", "other-size", "changed"],
  ["redirects in a circle", "circle", "refused"],
  ["a redirect to the metadata of the machine", "to-metadata", "refused"],
  ["a redirect to another host without https", "to-plain-host", "refused"],
  ["a redirect to a file", "to-file", "refused"],
  ["a web page in the place of the file", "web-page", "refused"],
  ["a web page without a type and a length", "web-page-without-type", "bad-file"],
  ["a compressed file", "compressed", "refused"],
  ["links that are all refused", "expired-link", "unreachable"],
  ["other ranges than asked for", "other-range", "unreachable"],
  ["too many requests, for ever", "rate-limited", "rate-limited"],
  ["a hub that is overloaded, for ever", "overloaded", "unreachable"],
])("%s: nothing is kept, and the reason is a sentence", async (_name, fault, kind) => {
  const { hub, files, folder } = await modelScene();
  const file = hub.offer(large);
  if (fault === "other-range") {
    // A Range header is only sent to resume a download.
    hub.fault = "reset";
    hub.breakAfter = 1_000_000;
    const stopped = new AbortController();
    await caught(files.download(file, stopped.signal, ({ bytes }) => bytes > 0 && stopped.abort()));
  }
  Object.assign(hub, { fault, times: Number.POSITIVE_INFINITY, waitSeconds: 0 });
  const found = await faultOf(files.download(file, never, () => {}));
  expect(found.kind).toBe(kind);
  expect(found.sentence).toMatch(/^[^\n]{20,300}$/);
  expect(found.sentence).not.toMatch(/undefined|\{\d\}/);
  expect(await files.find(file.sha256)).toBeNull();
  expect((await namesIn(folder)).filter((name) => name.startsWith("blobs"))).toEqual([]);
  expect(hub.leaked).toBe(0);
});

test.each([
  ["no such file", { path: "other.gguf" }, "missing"],
  ["no such repository", { repo: "nobody/nothing" }, "missing"],
  ["no such commit", { revision: "b".repeat(40) }, "missing"],
])("%s is told by its name", async (_name, change, kind) => {
  const { hub, files } = await modelScene();
  const found = await faultOf(files.download({ ...hub.offer(large), ...change }, never, () => {}));
  expect(found.kind).toBe(kind);
});

test("a token that the hub does not accept is told, and gated files are given with one that it accepts", async () => {
  const { hub, folder } = await modelScene();
  const file = hub.offer(large);
  const wrong = openedFiles(hub, folder, { token: "hf_wrong" });
  expect(await faultOf(wrong.download(file, never, () => {}))).toMatchObject({
    kind: "unauthorized",
  });
  hub.fault = "gated";
  const right = openedFiles(hub, folder, { token: "hf_secret" });
  expect(await sha256Of(await right.download(file, never, () => {}))).toBe(file.sha256);
});

test("a hub that asks to wait says how long", async () => {
  const { hub, files } = await modelScene();
  hub.fault = "rate-limited";
  const found = await faultOf(files.state(hub.offer(large), never));
  expect(found).toMatchObject({ kind: "rate-limited", retryAfterMs: 1_000 });
});

test("bytes that are not those of the hash are fetched once more, then given up, and not kept", async () => {
  const { hub, files, folder } = await modelScene();
  hub.fault = "flipped";
  const file = hub.offer(large);
  expect(await faultOf(files.download(file, never, () => {}))).toMatchObject({
    kind: "wrong-hash",
  });
  expect(hub.sent).toBe(2 * large.bytes);
  expect(await namesIn(folder)).toEqual([]);
});

test("the space is checked before the first byte", async () => {
  const { hub, files } = await modelScene({ reserveBytes: 1e18 });
  const found = await faultOf(files.download(hub.offer(large), never, () => {}));
  expect(found).toMatchObject({ kind: "no-space", facts: { needed: 1e18 + large.bytes } });
  expect(hub.asked).toEqual([]);
});

test("a file whose hash is right and whose header is not is never kept", async () => {
  const { hub, files, folder } = await modelScene();
  const begun = hostileFiles.filter(([name]) => /cut at 90|overlap|a name twice/.test(name));
  expect(begun.length).toBeGreaterThan(3);
  for (const [, make] of begun) {
    const file = hub.offer(bodyOf(make()));
    const found = await faultOf(files.download(file, never, () => {}));
    expect(found).toMatchObject({ kind: "bad-file", facts: { detail: expect.any(String) } });
  }
  expect(await namesIn(folder)).toEqual([]);
});
