import path from "node:path";
import { saveBackup } from "#app/features/admin/jobs/save-backup.ts";
import { text, type Command } from "./command.ts";

/** Saves a snapshot of the database and every file that it references. The site stays online. */
export const command: Command = {
  usage: "--to DIR",
  options: { to: "string" },
  required: ["to"],
  isBulk: true,
  async run(services, options) {
    const folder = path.resolve(text(options, "to"));
    const { manifest, warnings } = await saveBackup(services, folder);
    for (const warning of warnings) console.error(`warning: ${warning}`);
    const { tables, files } = manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`saved ${rows} rows and ${files.count} files (${files.bytes} bytes) to ${folder}`);
    return 0;
  },
};
