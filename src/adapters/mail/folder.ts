import { mkdir, open, readFile, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Mail } from "#app/lib/mail.ts";
import { fileOf, type Sender } from "./message.ts";
import type { Mailer } from "./port.ts";

/** e.g. "2026-11-21T10-15-30-000-reset-your-password-3f2a9c01.eml": in the order of writing, the same at each try. */
function fileName({ writtenAt, subject, id }: Mail): string {
  const words =
    subject
      .toLowerCase()
      .normalize("NFKD")
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words.join("-").slice(0, 40).replace(/-$/, "");
  const time = writtenAt.replaceAll(/[:.]/g, "-").replace(/Z$/, "");
  return `${[time, slug, id.slice(-8)].filter(Boolean).join("-")}.eml`;
}

/**
 * Mails as .eml files in a folder, for an installation without a mail server: any mail program opens them.
 * Each appears whole. The folder is the operator's alone, for the files hold links that sign in.
 */
export function openFolder(folder: string, from: Sender): Mailer {
  return {
    kind: "folder",
    target: folder,
    async deliver(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, fileName(mail));
      const draft = `${file}.draft`;
      const bytes = await fileOf(mail, from);
      try {
        const handle = await open(draft, "w", 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async forget(address) {
      const wanted = address.toLowerCase();
      const names = await readdir(folder).catch(() => []);
      let deleted = 0;
      for (const name of names) {
        const file = path.join(folder, name);
        const text = await readFile(file, "utf8").catch(() => "");
        // Headers are folded at blanks alone, and an address has none. Bodies may be broken within it.
        const joined = text.replaceAll(/=\r?\n/g, "").toLowerCase();
        if (!joined.includes(wanted)) continue;
        await rm(file, { force: true });
        deleted += 1;
      }
      return deleted;
    },
    async close() {
      // Nothing is held open between mails.
    },
  };
}
