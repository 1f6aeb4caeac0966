import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { beginOperatorImport, forgetImport } from "#app/features/exports/commands.ts";
import { beat } from "#app/features/exports/jobs/lease.ts";
import { takeOver } from "#app/features/exports/jobs/run-import.ts";
import { AppError } from "#app/lib/errors.ts";
import { printable, text, UsageError, type Command } from "./command.ts";

const phases = { check: "checked", store: "stored", book: "taken over" } as const;

/** Brings the archive of a member's export in, for an account of this installation. */
export const command: Command = {
  usage: "FILE.tar --to EMAIL [--from USERNAME]",
  options: { file: "string", to: "string", from: "string" },
  required: ["file", "to"],
  positional: ["file"],
  isBulk: true,
  async run(services, options) {
    const file = path.resolve(text(options, "file"));
    const email = text(options, "to").toLowerCase();
    const found = await stat(file).catch(() => null);
    if (found === null || !found.isFile()) throw new UsageError(`There is no file ${file}`);
    const member = await services.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirst();
    if (member === undefined) {
      throw new AppError("not-found", { detail: `Nobody here has the address ${email}` });
    }
    const run = randomUUID();
    const { id } = await beginOperatorImport(services, member.id, { size: found.size, run });
    const formerName = options["from"] === undefined ? null : text(options, "from");
    const target = { id, userId: member.id, formerName, byOperator: true, isChecked: false };
    const heart = beat(services, { table: "imports", id, run });
    try {
      const open = () => createReadStream(file) as AsyncIterable<Buffer>;
      let told = "";
      const counts = await takeOver(services, target, open, async (phase, done, total) => {
        const line = `${phases[phase]}: ${done} of ${total} images`;
        if ((done % 100 === 0 || done === total) && line !== told) console.log((told = line));
        await Promise.resolve();
      });
      const { pictures, collections, likes, follows, kits, withoutSource } = counts;
      console.log(
        [
          `images: ${pictures.added} taken over, ${pictures.known} here already, ${pictures.ofOthers} of other members left out`,
          `sources of remixes that are not here: ${withoutSource}`,
          `collections: ${collections.added} taken over, ${collections.known} here already or too many, ${collections.withoutImages} of their images not here`,
          `likes: ${likes.added} taken over, ${likes.notHere} of images that are not here`,
          `follows: ${follows.added} taken over, ${follows.notHere} of people who are not here`,
          `style kits: ${kits.added} taken over, ${kits.known} here already or too many`,
          printable(`Done for ${email}. Credits are never taken over.`),
        ].join("\n"),
      );
      return 0;
    } finally {
      heart.stop();
      await forgetImport(services, id);
    }
  },
};
