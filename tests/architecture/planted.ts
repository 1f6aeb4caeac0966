/** Code that breaks a rule, with the expected message, and code that follows all rules. */

export const refused: { path: string; text: string; finds: RegExp }[] = [
  {
    path: "src/features/content/queries.ts",
    text: 'db.selectFrom("pictures as p").select("p.id");',
    finds: /content reads pictures of pictures without declaring it/,
  },
  {
    path: "src/features/billing/queries.ts",
    text: "sql`select 1 from users u join likes l on l.user_id = u.id`;",
    finds: /billing reads likes of social/,
  },
  {
    path: "src/pages/home.tsx",
    text: 'db.selectFrom("users").select("id");',
    finds: /what is no slice reads users/,
  },
  {
    path: "src/ui/a.ts",
    text: 'export const a = () => localStorage.getItem("a");',
    finds: /use readStored/,
  },
  { path: "src/rules/a.ts", text: 'import "../lib/log.ts";', finds: /rules stands below lib/ },
  {
    path: "src/ui/a.tsx",
    text: 'import { b } from "../features/social/ui/b.tsx";',
    finds: /ui stands below slice/,
  },
  {
    path: "src/lib/a.ts",
    text: 'import type { B } from "../adapters/storage/port.ts";',
    finds: /lib stands below/,
  },
  {
    path: "src/lib/a.ts",
    text: 'import type { Services } from "#app/services.ts";',
    finds: /lib stands below services/,
  },
  {
    path: "src/ui/a.tsx",
    text: 'import { b } from "#app/paths.ts";',
    finds: /only ui, rules and language/,
  },
  {
    path: "packages/sketch/src/a.ts",
    text: 'import { b } from "#app/rules/b.ts";',
    finds: /knows nothing of the program/,
  },
  {
    path: "src/features/generation/commands.ts",
    text: 'import { b } from "@echoform/sketch/draw";',
    finds: /only adapters open a package/,
  },
  {
    path: "src/db/a.ts",
    text: 'import { b } from "../features/billing/queries.ts";',
    finds: /db stands below/,
  },
  {
    path: "src/adapters/mail/a.ts",
    text: 'import type { B } from "../storage/port.ts";',
    finds: /never see each other/,
  },
  {
    path: "src/adapters/mail/a.ts",
    text: 'import { b } from "../../features/billing/queries.ts";',
    finds: /adapters stands below slice/,
  },
  {
    path: "src/features/billing/commands.ts",
    text: 'import { b } from "../../adapters/storage/disk.ts";',
    finds: /only open-services\.ts opens adapters/,
  },
  {
    path: "src/features/billing/commands.ts",
    text: 'import { b } from "../pictures/queries.ts";',
    finds: /to its left/,
  },
  {
    path: "src/features/billing/ui/a.tsx",
    text: 'import { b } from "#app/pages/b.tsx";',
    finds: /nobody imports a page/,
  },
  {
    path: "src/features/billing/ui/a.tsx",
    text: 'import { b } from "../../../shell/b.tsx";',
    finds: /slice stands below shell/,
  },
  {
    path: "src/shell/a.ts",
    text: 'import { b } from "../roles/web.ts";',
    finds: /shell stands below roles/,
  },
  {
    path: "src/main.ts",
    text: 'import { b } from "./adapters/storage/open.ts";',
    finds: /only open-services\.ts/,
  },
  {
    path: "src/pages/a.tsx",
    text: 'import { Form, Link } from "react-router";',
    finds: /#app\/ui\/link\.tsx/,
  },
  {
    path: "src/adapters/imaging/a.ts",
    text: 'import sharp from "sharp";',
    finds: /#app\/lib\/sharp\.ts/,
  },
  { path: "src/features/billing/store.ts", text: "export {};", finds: /"store" is no word/ },
  { path: "src/features/wallet/queries.ts", text: "export {};", finds: /no slice "wallet"/ },
  {
    path: "src/features/pictures/commands.ts",
    text: 'db.updateTable("users").set({});',
    finds: /written by identity alone/,
  },
  {
    path: "src/features/billing/http.ts",
    text: 'db.deleteFrom("holds");',
    finds: /commands\.ts and jobs\.ts alone/,
  },
  {
    path: "src/features/social/commands.ts",
    text: "sql`select place_hold(1)`;",
    finds: /place_hold\(\) is called in commands and jobs of billing, generation alone/,
  },
  {
    path: "src/features/generation/queries.ts",
    text: "sql`select place_hold(1)`;",
    finds: /place_hold\(\) is called in commands and jobs/,
  },
  {
    path: "src/features/billing/queries.ts",
    text: "sql`insert into holds (id) values (1)`;",
    finds: /queries never write/,
  },
  {
    path: "src/lib/a.ts",
    text: 'pool.query("delete from only sessions where true");',
    finds: /written by identity alone/,
  },
  {
    path: "src/features/social/jobs.ts",
    text: "sql`UPDATE\n  pictures set likes = 1`;",
    finds: /written by pictures alone/,
  },
  {
    path: "src/features/billing/ui/a.tsx",
    text: 'import { b } from "../queries.ts";',
    finds: /only types from/,
  },
  {
    path: "src/features/billing/ui/a.tsx",
    text: 'import { readFile } from "node:fs/promises";',
    finds: /only types from/,
  },
  { path: "src/shell/a.tsx", text: 'import { sql } from "kysely";', finds: /only types from/ },
  { path: "src/lib/a.ts", text: 'import "left-pad";', finds: /left-pad is not declared/ },
  { path: "src/lib/a.ts", text: 'import { test } from "vitest";', finds: /vitest is not declared/ },
  { path: "src/lib/a.ts", text: 'import path from "path";', finds: /write node:path/ },
  {
    path: "src/lib/a.ts",
    text: 'export * from "./b.ts";\nexport { c } from "./c.ts";',
    finds: /only passes on/,
  },
  {
    path: "src/features/social/inputs.ts",
    text: "export const a = z\n  .string()\n  .max(3);",
    finds: /text\(\) of src/,
  },
  {
    path: "src/roles/a.ts",
    text: "const body = z.object({ a: z.string() });",
    finds: /text\(\) of src/,
  },
  {
    path: "src/features/social/http/docs.ts",
    text: "const a = { query: z.object({ b: z.uuid(), c: z.string().optional() }) };",
    finds: /text\(\) of src/,
  },
  {
    path: "src/features/social/http.ts",
    text: "const a = { body: { schema: z.looseObject({ c: z.string() }) } };",
    finds: /text\(\) of src/,
  },
  { path: "src/a.test.ts", text: "test.only('a', () => {});", finds: /singled out/ },
  { path: "tests/e2e/a.test.ts", text: "test.skip('a', () => {});", finds: /left out/ },
  { path: "vitest.config.ts", text: "const a = { retry: furtherTries };", finds: /tried again/ },
  { path: "src/a.test.ts", text: "test('a', {\n  retry: 2 }, () => {});", finds: /tried again/ },
  { path: "scripts/bootstrap/test.mjs", text: 'const a = ["--retry=1"];', finds: /tried again/ },
  {
    path: "src/a.test.ts",
    text: "await expect.poll(a, { timeout: 10_000 }).toBe(1);",
    finds: /how long a fact/,
  },
  { path: "src/a.test.ts", text: 'test("a", () => {\n}, 60_000);', finds: /how long a fact/ },
  { path: "src/a.test.ts", text: "await vi.waitFor(a);", finds: /expect\.poll/ },
  {
    path: "tests/harness/a.ts",
    text: "while (Date.now() < deadline) await pause();",
    finds: /instead of a deadline/,
  },
  {
    path: "src/pages/a.tsx",
    text: 'export const a = <input type="text" onChange={() => hidden} />;',
    finds: /<input> by hand/,
  },
  {
    path: "src/shell/a.tsx",
    text: 'export const a = <div popover="auto" />;',
    finds: /popover by hand: write Popover/,
  },
  {
    path: "src/shell/a.tsx",
    text: 'export const a = <div role="tablist" />;',
    finds: /role tablist by hand: write Tabs/,
  },
  {
    path: "src/features/social/ui/a.tsx",
    text: "export const a = <B className={`x ${c ? 'icon-button' : ''}`} />;",
    finds: /class icon-button by hand: write Button/,
  },
  {
    path: "src/features/social/ui/a.ts",
    text: "async function a() { setBusy(true); }",
    finds: /a state of waiting by hand/,
  },
  {
    path: "src/shell/a.ts",
    text: "let isStale = false;",
    finds: /stale answers by hand/,
  },
  {
    path: "src/pages/a.ts",
    text: 'export const a = async () => (await api.get("/api/a")).ok;',
    finds: /an answer of the API is read by hand/,
  },
  {
    path: "src/features/social/ui/a.ts",
    text: 'void api.get("/api/a").then((answer) => answer.ok);',
    finds: /an answer of the API is read by hand/,
  },
];

export const allowed: { path: string; text: string }[] = [
  {
    path: "src/features/collections/queries.ts",
    text: 'db.selectFrom("collections as c").innerJoin("users as u", "u.id", "c.owner_id");',
  },
  {
    path: "src/features/social/ui/a.ts",
    text: 'export const a = () => useQuery("a", (signal) => api.get("/api/a", { signal }));',
  },
  { path: "src/rules/a.ts", text: 'import { b } from "./b.ts";' },
  {
    path: "src/features/social/http.ts",
    text: "const a = { query: b, answers: { 200: { schema: z.object({ c: z.string() }) } } };",
  },
  {
    path: "src/features/billing/commands.ts",
    text: 'import type { B } from "../../adapters/storage/port.ts";',
  },
  {
    path: "src/features/pictures/commands.ts",
    text: 'import { b } from "../billing/queries.ts";',
  },
  {
    path: "src/pages/a.tsx",
    text: 'import { b } from "#app/features/pictures/queries.ts";',
  },
  { path: "src/main.ts", text: 'import { b } from "./roles/web.ts";' },
  { path: "src/features/billing/commands/close.ts", text: "export {};" },
  {
    path: "src/features/billing/queries.ts",
    text: "sql`select 1 from holds for update of holds`;",
  },
  {
    path: "src/features/billing/commands.ts",
    text: "sql`insert into holds (id) values (1) on conflict do update set id = 2`;",
  },
  {
    path: "src/features/billing/ui/a.tsx",
    text: 'import type { B } from "../queries.ts";',
  },
  { path: "tests/harness/a.ts", text: 'import { test } from "vitest";' },
  { path: "src/a.test.ts", text: "test.skipIf(!isRoot)('a', () => {});" },
  { path: "src/a.test.ts", text: "expect(text).toMatch(/^retry: 1/m); const a = { timeout };" },
  { path: "src/pages/a.tsx", text: 'export const a = <input type="hidden" name="a" />;' },
  { path: "src/ui/a.tsx", text: 'export const a = <input className="input" />;' },
];
