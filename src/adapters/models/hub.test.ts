/** Where requests for models go, and where they never go. */
import { afterEach, expect, test } from "vitest";
import {
  closeModelScenes,
  faultOf,
  modelScene,
  never,
  openedFiles,
  sha256Of,
} from "#tests/harness/model-files.ts";
import { madeBody } from "#tests/providers/hub-files.ts";
import { newName } from "#tests/providers/hub.ts";

afterEach(closeModelScenes);

const small = madeBody(100_000);

test("a repository with a new name is followed within the hub, with the token", async () => {
  const { hub, files } = await modelScene({ token: "hf_secret" });
  const file = hub.offer(small);
  hub.offer(small, { repo: newName });
  hub.fault = "moved";
  expect(await sha256Of(await files.download(file, never, () => {}))).toBe(small.sha256);
  const followed = hub.asked.filter(({ path }) => path.includes(newName));
  expect(followed.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer hf_secret",
    "Bearer hf_secret",
  ]);
  expect(hub.leaked).toBe(0);
});

test("a hub that states no hash is asked for files whose hash is known, and for no others", async () => {
  const { hub, files } = await modelScene();
  const file = hub.offer(small);
  hub.fault = "no-statement";
  expect(await files.state(file, never)).toMatchObject({ sha256: small.sha256 });
  const unknown = files.state({ ...file, sha256: null }, never);
  expect(await faultOf(unknown)).toMatchObject({ kind: "refused" });
  expect(await sha256Of(await files.download(file, never, () => {}))).toBe(small.sha256);
});

test.each([
  ["a public address", "http://203.0.113.7:9"],
  ["a public address of IPv6", "http://[2001:4860:4860::8888]:9"],
  ["what only a link has", "http://169.254.169.254"],
])("without https %s is not asked", async (_name, hubUrl) => {
  const { hub, folder } = await modelScene();
  const files = openedFiles(hub, folder, { hubUrl });
  expect(await faultOf(files.state(hub.offer(small), never))).toMatchObject({
    kind: "refused",
    sentence: expect.stringContaining("without https only this machine"),
  });
});

test("another name of the same machine is another host: its store is not asked without https", async () => {
  const { hub, folder } = await modelScene();
  const files = openedFiles(hub, folder, { hubUrl: hub.url.replace("127.0.0.1", "localhost") });
  const file = hub.offer(small);
  expect(await faultOf(files.state(file, never))).toMatchObject({ kind: "refused" });
  expect(await faultOf(files.download(file, never, () => {}))).toMatchObject({ kind: "refused" });
  expect(hub.asked.length).toBeGreaterThan(0);
  expect(hub.stored).toEqual([]);
});

test("a hub that nobody runs is unreachable", async () => {
  const { hub, files } = await modelScene();
  const file = hub.offer(small);
  await hub.close();
  expect(await faultOf(files.state(file, never))).toMatchObject({
    kind: "unreachable",
    sentence: expect.stringContaining("ECONNREFUSED"),
  });
});

test("what is aborted says why, and nothing else", async () => {
  const { hub, files } = await modelScene();
  const file = hub.offer(small);
  const reason = new Error("the member changed their mind");
  await expect(files.state(file, AbortSignal.abort(reason))).rejects.toBe(reason);
  await expect(files.download(file, AbortSignal.abort(reason), () => {})).rejects.toBe(reason);
});
