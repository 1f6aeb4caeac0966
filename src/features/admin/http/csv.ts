import { Hono } from "hono";
import type { z } from "zod";
import { csvResponse, type CsvColumn } from "#app/lib/csv.ts";
import { described } from "#app/lib/describe.ts";
import { parseQuery, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { auditCsvQuery, memberCsvQuery } from "../inputs.ts";
import { auditLog, members, type AuditEntry, type MemberRow } from "../queries.ts";

/** The description of a list as CSV. */
export const csvDocs = <Query extends z.ZodObject>(summary: string, query: Query) =>
  described({
    tag: "admin",
    session: true,
    summary,
    query,
    answers: { 200: { description: "The whole list, streamed", type: "text/csv" } },
    refuses: [400, 403],
  });

const who: readonly CsvColumn<MemberRow>[] = [
  { label: "Id", value: ({ id }) => id },
  { label: "Name", value: ({ name }) => name },
  { label: "Username", value: ({ username }) => username },
  { label: "Email", value: ({ email }) => email },
];

const standing: readonly CsvColumn<MemberRow>[] = [
  ...who,
  { label: "Role", value: ({ role }) => role },
  { label: "Verified", value: ({ verified }) => verified },
  { label: "Banned", value: ({ banned }) => banned },
  { label: "Demo", value: ({ isDemo }) => isDemo },
  { label: "Images", value: ({ pictures }) => pictures },
  { label: "Since", value: ({ createdAt }) => createdAt },
];

const balances: readonly CsvColumn<MemberRow>[] = [
  ...who,
  { label: "Plan", value: ({ plan }) => plan },
  { label: "Credits", value: ({ credits }) => credits.current },
  { label: "Reserved", value: ({ credits }) => credits.held },
  { label: "Spent", value: ({ credits }) => credits.spent },
  { label: "Debt", value: ({ credits }) => credits.debt },
  { label: "Customer", value: ({ customer }) => customer },
];

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

const actions: readonly CsvColumn<AuditEntry>[] = [
  { label: "When", value: ({ createdAt }) => createdAt },
  { label: "Admin", value: ({ admin, system }) => admin?.username ?? system },
  { label: "Action", value: ({ action }) => action },
  { label: "Kind", value: ({ targetKind }) => targetKind },
  { label: "Target", value: ({ targetId }) => targetId },
  { label: "Before", value: ({ before }) => json(before) },
  { label: "After", value: ({ after }) => json(after) },
  { label: "Reason", value: ({ reason }) => reason },
  { label: "Request", value: ({ requestId }) => requestId },
];

/** Lists of the admin area as CSV, with the filters of their pages. */
export function csvRoutes({ db }: Pick<Services, "db">) {
  return new Hono<AppEnv>()
    .get("/api/admin/users.csv", csvDocs("All members as CSV", memberCsvQuery), (c) => {
      const filter = parseQuery(c, memberCsvQuery);
      return csvResponse("members", standing, (page) => members(db, { ...filter, ...page }));
    })
    .get(
      "/api/admin/users-billing.csv",
      csvDocs("All members with plan and credits as CSV", memberCsvQuery),
      (c) => {
        const filter = parseQuery(c, memberCsvQuery);
        return csvResponse("balances", balances, (page) => members(db, { ...filter, ...page }));
      },
    )
    .get("/api/admin/audit.csv", csvDocs("What admins did as CSV", auditCsvQuery), (c) => {
      const filter = parseQuery(c, auditCsvQuery);
      return csvResponse("audit-log", actions, (page) => auditLog(db, { ...filter, ...page }));
    });
}
