/**
 * The operator's command line. It works while the server runs and while it does not: both take the same
 * DATA_DIR or DATABASE_URL, and an embedded database is joined or started as needed.
 */
import { parseArgs } from "node:util";
import { readEnv } from "#app/env.ts";
import { isAppError } from "#app/lib/errors.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices } from "#app/open-services.ts";
import { misspeltSettings } from "#app/setting-names.ts";
import { printable, UsageError, type Command } from "./admin/command.ts";
import { readPassword } from "./admin/password.ts";
import { letTheSiteGoFirst } from "./admin/priority.ts";

// As in src/main.ts: files of both are created in the same folder.
process.umask(0o077);

const commands: Record<string, () => Promise<{ command: Command }>> = {
  "create-user": () => import("./admin/create-user.ts"),
  "set-role": () => import("./admin/set-role.ts"),
  "set-password": () => import("./admin/set-password.ts"),
  "reset-second-factors": () => import("./admin/reset-second-factors.ts"),
  "grant-credits": () => import("./admin/grant-credits.ts"),
  "grant-codes": () => import("./admin/grant-codes.ts"),
  moderate: () => import("./admin/moderate.ts"),
  "delete-account": () => import("./admin/delete-account.ts"),
  deletions: () => import("./admin/deletions.ts"),
  "import-pictures": () => import("./admin/import-pictures.ts"),
  "import-member": () => import("./admin/import-member.ts"),
  messages: () => import("./admin/messages.ts"),
  models: () => import("./admin/models.ts"),
  payments: () => import("./admin/payments.ts"),
  check: () => import("./admin/check.ts"),
  backup: () => import("./admin/backup.ts"),
  restore: () => import("./admin/restore.ts"),
};

async function usage(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(
      async ([name, load]) => `  ${name} ${(await load()).command.usage}`,
    ),
  );
  return ["Usage: npm run -s admin -- COMMAND", ...lines].join("\n");
}

function readOptions(command: Command, args: string[]): Record<string, string | true> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, kind]) => [name, { type: kind }]),
  );
  try {
    const allowPositionals = command.positional !== undefined;
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals });
    const names = command.positional ?? [];
    const [extra] = positionals.slice(names.length);
    if (extra !== undefined) throw new UsageError(`${printable(extra)} is one argument too many`);
    const bare = Object.fromEntries(positionals.map((value, index) => [names[index], value]));
    return { ...bare, ...values } as Record<string, string | true>;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function run(name: string, args: string[]): Promise<number> {
  const { command } = await commands[name]();
  const given = readOptions(command, args);
  for (const option of command.required) {
    if (given[option] === undefined) throw new UsageError(`--${option} is missing`);
  }
  // Prompted for before the database is opened, so that no connection waits for the user.
  if (command.needsPassword) {
    const terminal = { input: process.stdin, output: process.stderr };
    given.password = await readPassword(given, terminal);
  }
  const env = readEnv({ LOG_LEVEL: "error", ...process.env });
  for (const sentence of misspeltSettings(process.env)) console.error(`warning: ${sentence}`);
  const services = await openServices(env, {
    log: openLog(env.LOG_LEVEL),
    // Nothing is drawn here, so no drawing threads are started.
    ...(command.draws ? {} : { engines: new Map() }),
  });
  try {
    if (command.isBulk) letTheSiteGoFirst();
    return await command.run(services, given);
  } finally {
    await services.close();
  }
}

async function main(): Promise<number> {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined || name === "help" || name === "--help") {
    console.log(await usage());
    return name === undefined ? 2 : 0;
  }
  if (!Object.hasOwn(commands, name)) {
    console.error(`There is no command "${name}".\n${await usage()}`);
    return 2;
  }
  try {
    return await run(name, args);
  } catch (error) {
    if (error instanceof UsageError) {
      const { command } = await commands[name]();
      console.error(`${error.message}\nUsage: npm run -s admin -- ${name} ${command.usage}`);
      return 2;
    }
    const message = error instanceof Error ? error.message : String(error);
    const fields = isAppError(error) ? (error.info.errors ?? []) : [];
    const lines = fields.map((field) => `${field.path}: ${field.message}`);
    console.error([message, ...lines.filter((line) => !line.endsWith(message))].join("\n"));
    return 1;
  }
}

process.exitCode = await main();
