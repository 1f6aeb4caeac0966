import { afterAll, beforeAll, expect, test } from "vitest";
import { command } from "../../scripts/admin/import-pictures.ts";
import { runCommand } from "../harness/admin-command.ts";
import { anUploader, uploadRoutes, uploadThrough, withManifest } from "../harness/upload-routes.ts";
import { mutatedFiles } from "../harness/mutated-files.ts";
import { testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  services = await testServices();
  server = await testServer(services, { roles: ["web"] });
});
afterAll(async () => {
  await server.close();
  await services.close();
});

/** Accepted, or refused with the matching status. */
const expected = new Set([200, 201, 204, 400, 413, 415, 422]);

test("mutated files at every upload route are accepted or refused, and other requests are answered meanwhile", async () => {
  const files: Buffer[] = [];
  for await (const file of mutatedFiles(20, 1)) files.push(file);
  await withManifest(files, (manifest) => runCommand(command, services, { manifest }));
  const keeper = await anUploader(server);
  const other = await server.signUp("Somebody Else");
  for (const file of files) {
    for (const route of uploadRoutes)
      expect(expected).toContain(await uploadThrough(keeper, route, file));
    expect((await other.fetch("/api/profile")).status).toBe(200);
  }
});
