import type { SignedUp, TestServer } from "./server.ts";

/** What an admin types for a server of the A1111 family. */
export const anEngine = (url: string, more: object = {}) => ({
  kind: "sdapi",
  name: "studio",
  label: "Studio server",
  url,
  key: "user:pass",
  deadline: 60,
  concurrency: 1,
  bills: false,
  ...more,
});

/** Calls of the API for engines by one member, each with its status and body. */
export function engineCalls(member: Pick<SignedUp, "fetch">) {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await member.fetch(`/api/admin/engines${path}`, {
      method,
      ...(body && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      body: (text === "" ? null : JSON.parse(text)) as Record<string, unknown> | null,
    };
  };
  return {
    list: () => call("GET", ""),
    add: (body: object) => call("POST", "", body),
    change: (id: string, body: object) => call("PATCH", `/${id}`, body),
    remove: (id: string, version: number) => call("DELETE", `/${id}`, { version }),
    test: (body: object) => call("POST", "/test", body),
    ask: (id: string) => call("POST", `/${id}/test`),
  };
}

/** A signed-in admin of the server. */
export async function anAdmin(server: TestServer): Promise<SignedUp> {
  const admin = await server.signUp("Ada Admin");
  const { db } = server.services;
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  return admin;
}
