import { existsSync } from "node:fs";
import { capture } from "./run.mjs";
import { fail, timed } from "./say.mjs";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Debian's Chromium without windows of its own: the same engine, for a third less processor time. */
const headlessShell = "/usr/bin/chromium-headless-shell";

function find() {
  const given = process.env.CHROMIUM_PATH;
  if (given)
    return existsSync(given) ? given : fail(`CHROMIUM_PATH is ${given}, which is not there.`);
  return places.find((place) => existsSync(place)) ?? null;
}

/** A browser that was named serves all tests; otherwise the headless shell serves those that it can. */
const withShell = (chromium) =>
  !process.env.CHROMIUM_PATH && existsSync(headlessShell)
    ? { chromium, headlessShell }
    : { chromium };

const otherwise =
  'install it (Debian: "apt-get install chromium"), set CHROMIUM_PATH, or leave the browser tests out with "npm test -- --no-browser"';

/** The paths of the browsers for the browser tests; installs Debian's where there is none and we may. */
export async function ensureBrowsers() {
  const found = find();
  if (found) return withShell(found);
  const isRoot = process.getuid?.() === 0;
  const elevate = isRoot ? [] : ["sudo", "-n"];
  const allowed =
    existsSync("/usr/bin/apt-get") &&
    (isRoot || (await capture("sudo", ["-n", "true"])).status === 0);
  if (!allowed) fail(`The browser tests need Chromium: ${otherwise}.`);
  const apt = (...args) => {
    const [command, ...rest] = [...elevate, "apt-get", ...args];
    return capture(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  };
  await timed("Installing Chromium for the browser tests", async () => {
    await apt("update");
    const wanted = ["chromium", "chromium-headless-shell"];
    const { status, output } = await apt("install", "-y", "--no-install-recommends", ...wanted);
    if (status === 0) return;
    process.stderr.write(`${output.trim().split("\n").slice(-10).join("\n")}\n`);
    fail(`Chromium could not be installed: ${otherwise}.`);
  });
  return withShell(
    find() ?? fail(`Chromium was installed but is in none of ${places.join(", ")}.`),
  );
}
