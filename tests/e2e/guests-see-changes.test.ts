/** Guests' pages from memory, as production has them, while members and admins change what is on them. */
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBuild } from "#app/roles/pages.ts";
import { randomOf } from "#tests/providers/mutations.ts";
import { aPicture } from "../harness/factories.ts";
import { patienceMs, pause } from "../harness/patience.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

/** GUEST_CHANGES=1000 GUEST_READERS=50 takes ten minutes or more. */
const changesWanted = Number(process.env["GUEST_CHANGES"] ?? 30);
const readersWanted = Number(process.env["GUEST_READERS"] ?? 3);
/** The age that production allows, in milliseconds. */
const oldest = 1_000;
/** More changes may take more than a test's usual time. */
const timeout = Math.max(3 * patienceMs, changesWanted * 4_000);

/** What a guest may see of a picture, and from when on: null is nothing. */
type State = { title: string | null; asked: number; done: number };
type Shown = { slug: string; id: string; states: State[] };

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let ada: SignedUp;
let fan: SignedUp;
let admin: SignedUp;
let username: string;

beforeAll(async () => {
  services = await testServices();
  const pages = await loadBuild(path.resolve(import.meta.dirname, "../.."));
  server = await testServer(services, { pages, guestPagesMs: oldest });
  [ada, fan, admin] = [
    await server.signUp("Ada Lake"),
    await server.signUp("Kenji Abe"),
    await server.signUp("Nora Lind"),
  ];
  const users = services.db.updateTable("users");
  await users.set({ role: "admin" }).where("id", "=", admin.userId).execute();
  const found = services.db.selectFrom("users").select("username");
  ({ username } = await found.where("id", "=", ada.userId).executeTakeFirstOrThrow());
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

let titles = 0;
/** A word that stands on a page only where the picture does. */
const aTitle = () => `Lake${String((titles += 1)).padStart(6, "0")}`;

async function aShown(): Promise<Shown> {
  const title = aTitle();
  const asked = performance.now();
  const { id, slug } = await aPicture(services, { id: ada.userId }, { title });
  return { id, slug, states: [{ title, asked, done: performance.now() }] };
}

/** A change that was refused would show nothing. */
async function taken(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`a change was refused with ${answer.status}`);
  return answer;
}

/** Makes one change by the API, and notes what guests may see from then on. */
async function change(shown: Shown[], random: () => number): Promise<void> {
  const one = shown[Math.floor(random() * shown.length)];
  const { title } = one.states[one.states.length - 1];
  const asked = performance.now();
  const note = (next: string | null) =>
    one.states.push({ title: next, asked, done: performance.now() });
  const patch = (body: object) => taken(ada.fetch(`/api/picture/${one.id}`, json("PATCH", body)));
  const kind = random();
  if (title === null) {
    const next = aTitle();
    await patch({ title: next, is_public: true });
    note(next);
  } else if (kind < 0.4) {
    const next = aTitle();
    await patch({ title: next });
    note(next);
  } else if (kind < 0.7) {
    await patch({ is_public: false });
    note(null);
  } else if (kind < 0.8) {
    await fan.fetch(`/api/picture/${one.id}/like`, { method: "POST" });
  } else if (kind < 0.9) {
    await taken(ada.fetch(`/api/picture/${one.id}`, { method: "DELETE" }));
    note(null);
    shown[shown.indexOf(one)] = await aShown();
    gone.push(one);
  } else {
    const sanctions = `/api/admin/members/${ada.userId}/sanctions`;
    const sanction = json("POST", { kind: "suspension", days: 2, reason: "spam" });
    const { ids } = (await (await admin.fetch(sanctions, sanction)).json()) as { ids: string[] };
    await admin.fetch(`/api/admin/sanctions/${ids[0]}/lift`, json("POST", {}));
    // It ended the member's session.
    const { email, password } = ada;
    const answer = await taken(server.post("/api/auth/sign-in/email", { email, password }));
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";", 1)[0])
      .join("; ");
    ada.fetch = (address, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("cookie", cookie);
      return server.fetch(address, { ...init, headers });
    };
  }
}
const gone: Shown[] = [];

/** Titles that an answer to a request of that time may hold, and those that it must not, because they are hidden. */
function judged(all: readonly Shown[], sent: number, text: string): string[] {
  const faults: string[] = [];
  for (const { states } of all) {
    for (const [at, { title }] of states.entries()) {
      if (title === null || !text.includes(title)) continue;
      const next = states.at(at + 1);
      if (next === undefined || at === states.length - 1) continue;
      if (next.title === null && next.done < sent) faults.push(`${title} was hidden`);
      else if (next.done < sent - oldest) faults.push(`${title} was older`);
    }
  }
  return faults;
}

test(
  `guests see no picture that is hidden, and nothing older than a second, in ${changesWanted} changes`,
  { timeout },
  async () => {
    const random = randomOf(17);
    const shown = await Promise.all(Array.from({ length: 6 }, aShown));
    const over = new AbortController();
    const faults: string[] = [];
    const counts = { answers: 0, kept: 0, ofMembers: 0 };
    const read = async (reader: number) => {
      while (!over.signal.aborted) {
        const { slug } = shown[reader % shown.length];
        const addresses = ["/", `/@${username}`, `/i/${slug}`, `/search?creator=${username}`];
        const sent = performance.now();
        const answer = await server.fetch(addresses[counts.answers % addresses.length]);
        const text = await answer.text();
        counts.answers += 1;
        if (answer.headers.has("etag")) counts.kept += 1;
        if (!text.includes("Sign in")) counts.ofMembers += 1;
        faults.push(...judged([...shown, ...gone], sent, text));
        await pause();
      }
    };
    /** A member reads the same pages beside them: nothing of that may reach a guest. */
    const readAsMember = async () => {
      while (!over.signal.aborted) {
        await (await taken(fan.fetch("/"))).text();
        await pause();
      }
    };
    const readers = [...Array.from({ length: readersWanted }, (_, at) => read(at)), readAsMember()];
    try {
      for (let done = 0; done < changesWanted; done += 1) await change(shown, random);
    } finally {
      over.abort();
      await Promise.all(readers);
    }
    expect(faults).toEqual([]);
    expect(counts.ofMembers).toBe(0);
    expect(counts.kept).toBeGreaterThan(0);
  },
);
