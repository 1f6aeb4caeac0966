import { randomUUID } from "node:crypto";
import { aPicture, type TestPicture } from "../../harness/factories.ts";
import { goodPassword, type SignedUp, type TestServer } from "../../harness/server.ts";
import type { Schema } from "./fields.ts";

export type Things = {
  /** The requester: an admin who owns what can be owned. */
  admin: SignedUp;
  /** A valid value for a field that is not under test, so that the request gets as far as possible. */
  sample(path: string, name: string, schema: Schema): unknown;
  /** Undoes what a request may have done: the requester is an admin again, the report is open. */
  restore(): Promise<void>;
  /** Ends a cast, because the number of a member's waiting casts is limited. */
  cancel(id: string): Promise<void>;
};

const words = { palette: [], material: "", lighting: "", camera: "" };
const plain = ["A calm lake", "#1d4b57", "calm-lake", "0"];

/** One of every resource that a path may name, for tests of all routes. */
export async function someThings(server: TestServer): Promise<Things> {
  const { db, env } = server.services;
  const admin = await server.signUp("Ada Lovelace");
  const member = await server.signUp("Bea Winter");
  const post = async (who: SignedUp, address: string, body: object): Promise<string> => {
    const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
    const answer = await who.fetch(address, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
    const content = await answer.text();
    return content === "" ? "" : (JSON.parse(content) as { id: string }).id;
  };
  const cancel = async (id: string) => {
    await admin.fetch(`/api/generations/${id}/cancel`, { method: "POST" });
  };

  const picture: TestPicture = await aPicture(server.services, { id: admin.userId });
  const reported = await aPicture(server.services, { id: member.userId });
  await post(admin, `/api/picture/${reported.id}/reports`, { reason: "spam" });
  const report = await db.selectFrom("reports").select("id").executeTakeFirstOrThrow();
  const message = { kind: "idea", body: "More lakes" };
  await post(member, "/api/contact", message);
  const messages = await db.selectFrom("messages").select("id").executeTakeFirstOrThrow();
  const cast = await post(admin, "/api/generate", { prompt: "A lake", quality: "standard" });
  await cancel(cast);
  const ids: Readonly<Record<string, string>> = {
    "/api/collections": await post(admin, "/api/collections", { name: "A collection" }),
    "/api/style-kits": await post(admin, "/api/style-kits", { name: "A kit", ...words }),
    "/api/word-lists": await post(admin, "/api/word-lists", { name: "sky", words: ["red"] }),
    "/api/generations": cast,
    "/api/admin/users": member.userId,
    "/api/admin/reports": report.id,
    "/api/admin/messages": messages.id,
  };
  const variant = { size: "96x0", quality: "q75", filename: picture.filename };

  function sample(path: string, name: string, schema: Schema): unknown {
    if (path.startsWith("/i/")) return variant[name as keyof typeof variant];
    const owned = Object.keys(ids).find((prefix) => path.startsWith(prefix));
    if (name === "id" && owned !== undefined) return ids[owned];
    const known: Readonly<Record<string, unknown>> = {
      email: `${randomUUID()}@example.org`,
      password: goodPassword,
      newPassword: goodPassword,
      url: `${env.SERVER_URL}/i/${picture.slug}`,
      username: "bea-winter",
      "Idempotency-Key": randomUUID(),
      key: picture.storage_key.replace(/\.jpg$/, ""),
      filename: picture.filename,
      root: picture.id,
      id: picture.id,
      ...(path.includes("prompt-rules") && { name: "minors" }),
    };
    if (known[name] !== undefined) return known[name];
    if (schema.format === "uuid" || name === "pictureId") return picture.id;
    const pattern = new RegExp(schema.pattern ?? "", "u");
    return plain.find((one) => pattern.test(one)) ?? plain[0];
  }

  return {
    admin,
    sample,
    cancel,
    async restore() {
      await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
      const open = { state: "open", resolved_at: null, resolved_by: null };
      await db.updateTable("reports").set(open).where("id", "=", report.id).execute();
    },
  };
}
