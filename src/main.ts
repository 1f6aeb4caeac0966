import "./node-env.ts";
import { flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import { startDemoSeed, type DemoSeed } from "../db/seed/demo.ts";
import { beginStart } from "./db/client.ts";
import { readEnv, type Env } from "./env.ts";
import {
  createFirstAdminLink,
  firstAdminMinutes,
} from "./features/identity/commands/first-admin.ts";
import { openLog, type Logger } from "./lib/log.ts";
import { openFaults, type Faults, type WatchedFaults } from "./roles/faults.ts";
import { listen } from "./roles/listen.ts";
import { loadBuild } from "./roles/pages.ts";
import { startServer, type RunningServer } from "./roles/server.ts";
import { openServices, type OpenServices } from "./open-services.ts";
import { paths } from "./paths.ts";
import { settingWarnings } from "./setting-names.ts";

// What is written belongs to this user alone: pictures may be private, and the secret signs sessions.
process.umask(0o077);

const root = fileURLToPath(new URL("..", import.meta.url));

/** Exit status (EX_CONFIG of sysexits.h) where starting again would be in vain. */
const unusableSettings = 78;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** One sentence for what the person who started the program can put right. */
function explain(error: unknown, env: Env | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (env !== undefined && code === "EADDRINUSE") {
    return `Port ${env.PORT} is taken: stop the program that uses it, or choose another with PORT=${env.PORT + 1}.`;
  }
  if (env !== undefined && code === "EACCES" && message.includes("listen")) {
    return `Port ${env.PORT} is not allowed for this user: choose one above 1023 with PORT=3000.`;
  }
  return message;
}

type Running = { services: OpenServices; server: RunningServer; demo: DemoSeed | null };

/** Opens everything; what was opened before a failure is closed again. */
async function start(env: Env, log: Logger, faults: Faults): Promise<Running> {
  const { HOST: host, PORT: port, ROLES: roles } = env;
  const pages = roles.includes("web") ? await loadBuild(root, "build/program/pages") : null;
  // Told at once, before a database is started for nothing.
  await (await listen(() => undefined, host, port)).close(0);
  const services = await openServices(env, { log });
  const endStart = beginStart(services.pool);
  try {
    const server = await startServer(services, { roles, host, port, pages, faults });
    endStart();
    const demo = roles.includes("worker") ? startDemoSeed(services) : null;
    return { services, server, demo };
  } catch (error) {
    await services.close();
    throw error;
  }
}

/** Longest time that the end may take once the start is over, in milliseconds. */
const endLimit = 25_000;

/**
 * Ends in the order that loses nothing: requests and work first, then the database. A signal that comes
 * during the start waits for the start, which has limits of its own, or the database would be left behind. After an error that nobody handled the
 * program ends the same way, but with 1, so that whoever started it starts it again; further errors do not hasten that.
 * @returns whether the end has begun
 */
function endWell(starting: Promise<Running>, log: Logger, faults: WatchedFaults): () => boolean {
  let ending: Promise<void> | undefined;
  function endAtLast(): void {
    setTimeout(() => {
      log.error({ seconds: endLimit / 1_000 }, "the end takes too long, so the program leaves");
      process.exit(1);
    }, endLimit);
  }
  async function close(): Promise<void> {
    const running = await starting.catch(() => null);
    endAtLast();
    await running?.demo?.stop();
    await running?.server.close();
    await running?.services.close();
  }
  faults.watch(log, () => {
    endAtLast();
    ending ??= close();
    void ending.finally(() => process.exit(1));
  });
  const skip = ["uncaughtException", "unhandledRejection"] as const;
  closeWithGrace({ delay: false, logger: false, skip: [...skip] }, async ({ signal }) => {
    log.info({ signal }, "shutting down");
    await (ending ??= close());
  });
  return () => ending !== undefined;
}

/** While there is no admin, prints a one-time link that makes one. It goes to the terminal only, never to the log. */
async function offerFirstAdmin(services: OpenServices, port: number): Promise<void> {
  const setup = await createFirstAdminLink(services);
  if (setup === null) return;
  const { SERVER_URL: site, PORT } = services.env;
  // PORT=0 takes any free port.
  const origin = site === `http://localhost:${PORT}` ? `http://localhost:${port}` : site;
  say(
    `There is no admin yet. Make the first one here (works once, within ${firstAdminMinutes} minutes):\n` +
      `  ${origin}${paths.login({ setup })}`,
  );
}

async function main(): Promise<void> {
  let env: Env | undefined;
  let isEnding = () => false;
  try {
    env = readEnv(process.env);
    for (const sentence of settingWarnings(env, process.env)) {
      process.stderr.write(`warning: ${sentence}\n`);
    }
    const log = openLog(env.LOG_LEVEL, { roles: env.ROLES.join(",") });
    const faults = openFaults(Number(process.env["ECHOFORM_RESTARTS"] ?? 0));
    const starting = start(env, log, faults);
    isEnding = endWell(starting, log, faults);
    const { services, server } = await starting;
    if (isEnding()) return;
    const seconds = process.uptime().toFixed(1);
    say(`${env.APP_NAME} is ready on http://localhost:${server.port} in ${seconds} s`);
    // Whoever starts the program again after a crash must know that its settings are good.
    process.send?.("ready");
    // Now, or the next start would be slow again after a kill. Does nothing where NODE_COMPILE_CACHE is not set.
    flushCompileCache();
    if (process.getuid?.() === 0) {
      say(
        "The program runs as root, and a hole in it would be one in the whole machine: start it as a user of its own (docs/operations.md).",
      );
    }
    if (services.mail.kind === "folder") {
      say(`No mail server is set (SMTP_URL): mails are written to ${services.mail.target}`);
    }
    if (env.ROLES.includes("web")) await offerFirstAdmin(services, server.port);
    // V8 would keep what the start has left until there is more. `npm start` exposes the collection (--expose-gc).
    globalThis.gc?.({ type: "major", flavor: "last-resort" });
  } catch (error) {
    // The end closes what this was still using, and has an exit status of its own.
    if (isEnding()) return;
    process.stderr.write(`${explain(error, env)}\n`);
    // What was opened is closed; a forgotten handle must not keep a failed start alive.
    process.exit(env === undefined ? unusableSettings : 1);
  }
}

await main();
