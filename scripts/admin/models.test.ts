import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand as run } from "#tests/harness/admin-command.ts";
import { aModel, memoryHub, modelFile, toldRuntime } from "#tests/harness/models.ts";
import { testServices } from "#tests/harness/services.ts";
import { installedModels } from "#app/features/models/queries/rows.ts";
import type { OpenServices } from "#app/open-services.ts";
import { command as models } from "./models.ts";

const small = aModel("small");
const open = aModel("open", {
  files: [modelFile("weights of open", { sha256: null, bytes: null })],
});
let hub: Awaited<ReturnType<typeof memoryHub>>;
let services: OpenServices;
beforeAll(async () => {
  hub = await memoryHub([small, open]);
  services = await testServices({ modelFiles: hub, localModels: toldRuntime() });
});
afterAll(async () => {
  await services.close();
  await hub.close();
});

const call = (action: string, name?: string, more: Record<string, string> = {}) =>
  run(models, services, { action, ...(name !== undefined && { name }), ...more });
const offered = async () => (await installedModels(services.db)).map(({ model }) => model.id);

test("models asks for the licence, then fetches, checks, measures and offers, without a server", async () => {
  const asked = await call("add", "small");
  expect(asked.status).toBe(1);
  expect(asked.output).toContain("Pictures may be sold");
  expect(asked.output).toContain("--accept Apache-2.0");
  expect(await offered()).toEqual([]);
  const added = await call("add", "small", { accept: "Apache-2.0" });
  expect(added.status).toBe(0);
  expect(added.output).toMatch(/small {2}Model small {2}16 bytes, about 25 s a picture {2}Ready$/);
  expect(await offered()).toEqual(["small"]);
  expect((await call("list")).output).toContain(
    "open  Model open  size told by the hub  Available",
  );
});

test("models shows the hashes that only the hub knows, and pins those that are confirmed", async () => {
  const sha256 = modelFile("weights of open").sha256 ?? "";
  const shown = await call("add", "open", { accept: "Apache-2.0" });
  expect(shown.status).toBe(1);
  expect(shown.output).toContain(`--pin ${sha256}`);
  await expect(call("add", "open", { accept: "Apache-2.0", pin: "abc" })).rejects.toThrow(
    "--pin is 1 hashes",
  );
  expect((await call("add", "open", { accept: "Apache-2.0", pin: sha256 })).status).toBe(0);
});

test("models does the other actions of the page, and says why one is not possible", async () => {
  for (const action of ["verify", "bench", "withdraw"]) {
    expect({ action, ...(await call(action, "small")) }).toMatchObject({ action, status: 0 });
  }
  expect(await offered()).toEqual(["open"]);
  await expect(call("pause", "small")).rejects.toThrow("This model is not as you saw it");
  await expect(call("explode", "small")).rejects.toThrow('There is no "explode"');
  await expect(call("verify", "nope")).rejects.toThrow("There is no model nope");
  await expect(call("verify")).rejects.toThrow("verify needs a name");
  expect((await call("remove", "small")).output).toContain("Removed");
  expect((await call("restore", "small")).status).toBe(0);
});

test("models finds files of a folder, and says what can be added from them", async () => {
  const { status, output } = await call("import", "/some/folder");
  expect(status).toBe(0);
  expect(output).toContain("All of small is here: models add small --accept Apache-2.0");
});
