/** Variables that look like settings but are not: a typo would otherwise silently leave the default. */
import { isEngineSetting } from "./engine-settings.ts";
import { settingNames, type Env } from "./env.ts";
import { nearestName } from "./rules/nearest-name.ts";

/** Beginnings that nothing but a setting of ours has, each with the setting to think of. */
const families: Readonly<Record<string, string>> = {
  ENGINE_: "ENGINE_<NAME>_KIND",
  SMTP_: "SMTP_URL",
  PROMPT_HELPER_: "PROMPT_HELPER_URL",
  PROVENANCE_: "PROVENANCE_CERTIFICATE",
  GOOGLE_CLIENT_: "GOOGLE_CLIENT_ID",
  RATE_LIMIT_: "RATE_LIMIT_FACTOR",
  SOCIAL_LINKS_: "SOCIAL_LINKS",
  PICTURES_: "PICTURES_URL",
  AUTH_SECRET_: "AUTH_SECRET",
  STRIPE_: "STRIPE_SECRET_KEY",
  MODELS_: "MODELS_DIR",
  SD_SERVER_: "SD_SERVER",
};

/** What others read from the environment, and what our own set-up and tests put there. */
const ofOthers =
  /^(?:NODE_(?!ENV)|NPM_|UV_|MALLOC_|ECHOFORM_|TEST_DATABASE_URL$|CHROMIUM_PATH$|TZ$|LANG$|LC_|HF_(?:HOME$|HUB_|XET_)|SSL_|HTTPS?_PROXY$|NO_PROXY$)/i;

/** The variable by which `npm start` tells the names that .env sets. */
export const dotEnvNames = "ECHOFORM_DOTENV_NAMES";

function meant(name: string): string | null {
  const family = Object.keys(families).find((start) => name.toUpperCase().startsWith(start));
  return nearestName(name, settingNames) ?? (family === undefined ? null : families[family]);
}

/**
 * One sentence for each variable that is no setting but was perhaps meant as one: of .env every unknown name, of the
 * rest of the environment those that are near to a setting.
 */
export function misspeltSettings(source: Record<string, string | undefined>): string[] {
  const known = new Set(settingNames);
  const inFile = new Set((source[dotEnvNames] ?? "").split(",").filter(Boolean));
  return Object.keys(source)
    .filter((name) => !known.has(name) && !isEngineSetting(name) && !ofOthers.test(name))
    .toSorted()
    .flatMap((name) => {
      const near = meant(name);
      if (near === null && !inFile.has(name)) return [];
      const hint = near === null ? "see .env.example" : `did you mean ${near}?`;
      return [`${name}${inFile.has(name) ? " in .env" : ""} is no setting; ${hint}`];
    });
}

/** What the person who starts the program should know of its settings, though it can run with them. */
export function settingWarnings(
  env: Pick<Env, "NODE_ENV">,
  source: Record<string, string | undefined>,
): string[] {
  const mode =
    env.NODE_ENV === "production"
      ? []
      : [`NODE_ENV is ${env.NODE_ENV}: a site that people use has NODE_ENV=production`];
  return [...mode, ...misspeltSettings(source)];
}
