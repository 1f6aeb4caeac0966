import path from "node:path";
import { z } from "zod";
import { type EngineSettings, readEngineSettings } from "./engine-settings.ts";
import { imageToImageDefault } from "./rules/credit-costs.ts";
import { readFailpoint } from "./rules/failpoints.ts";
import { idleFactorDefault } from "./rules/when-idle.ts";
import { helperNames } from "./rules/helper-names.ts";
import { readSocialLinks } from "./rules/social-networks.ts";
import {
  address,
  contactUri,
  decimalNumber,
  executable,
  flag,
  headerText,
  hubAddress,
  listOf,
  origin,
  secret,
  splitList,
  unusableText,
  wholeNumber,
} from "./setting-kinds.ts";

/** The roles one process can play (docs/architecture.md). */
export const roleNames = ["web", "images", "worker"] as const;
export type RoleName = (typeof roleNames)[number];

const schema = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().min(1).default("localhost"),
  DATA_DIR: z.string().min(1).default("data"),
  /** Where the page Operations puts backups; DATA_DIR/backups without. */
  BACKUP_DIR: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(16),
  ROLES: z.string().default(roleNames.join(",")).transform(splitList).pipe(listOf(roleNames)),
  SERVER_URL: origin.optional(),
  PICTURES_URL: origin.optional(),
  APP_NAME: z.string().trim().min(1).max(60).default("Echoform"),
  /** Where the forms below /contact are mailed to; without, messages are only kept. */
  CONTACT_EMAIL: z.email().optional(),
  /** Who is told of security problems, in /.well-known/security.txt; the contact page without. */
  SECURITY_CONTACT: contactUri.optional(),
  AUTH_SECRET: secret.optional(),
  /** An analytics page for admins, shown in a frame under Insights; without, Insights shows the site's own figures. */
  INSIGHTS_URL: address.optional(),
  /** A mail server; without one, mails are files in DATA_DIR/mail and addresses are not verified. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
  /** Whether admins are admins only after a second factor. */
  ADMIN_TWO_FACTOR: z.enum(["optional", "required"]).default("optional"),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_DISCOVERY_URL: z
    .url({ protocol: /^https?$/ })
    .default("https://accounts.google.com/.well-known/openid-configuration"),
  /** Where the social links of the menu and the footer lead. */
  SOCIAL_LINKS: z
    .string()
    .default("")
    .transform((value, context) => {
      try {
        return readSocialLinks(value);
      } catch (error) {
        context.addIssue({ code: "custom", message: (error as Error).message });
        return z.NEVER;
      }
    }),
  DEMO_SEED: flag("on"),
  SLUG_SEARCH: flag("on"),
  /** Credits for each picture made from a picture: a remix, or one made twice as large. */
  REMIX_CREDITS: wholeNumber(1, 1000).default(imageToImageDefault),
  /** The share of its usual price that a cast costs which waits until its engine is idle. */
  IDLE_PRICE_FACTOR: decimalNumber(0.01, 1).default(idleFactorDefault),
  MODERATION: z.enum(["after", "before"]).default("after"),
  RATE_LIMIT_FACTOR: decimalNumber(0.01, 1000).default(1),
  /** Connections of readers that each process takes; one address gets a quarter of them. */
  MAX_CONNECTIONS: wholeNumber(20, 100_000).default(2_000),
  TRUST_PROXY: flag("off"),
  /** Whoever sends it as a bearer token may read /metrics. */
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  DEFAULT_ENGINE: z.string().optional(),
  /** A chat service of OpenAI's shape that helps members with their words; without, nobody is offered help. */
  PROMPT_HELPER_URL: address.optional(),
  PROMPT_HELPER_KEY: z.string().min(1).optional(),
  PROMPT_HELPER_MODEL: z.string().min(1).optional(),
  /** Files in PEM form: what manifests of provenance are signed with; without, the site makes its own. */
  PROVENANCE_CERTIFICATE: z.string().min(1).optional(),
  PROVENANCE_KEY: z.string().min(1).optional(),
  /** A key of Stripe; without one, payments are tried out in the built-in sandbox. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_/, "must begin with sk_live_, sk_test_, rk_live_ or rk_test_")
    .optional(),
  /** Signs the events that Stripe sends. */
  STRIPE_WEBHOOK_SECRET: z.string().startsWith("whsec_").optional(),
  /** Whether Stripe adds the taxes of the buyer's country. */
  STRIPE_AUTOMATIC_TAX: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true"),
  /** ISO 4217; prices are in its smallest unit. */
  STRIPE_CURRENCY: z
    .string()
    .regex(/^[a-zA-Z]{3}$/, "must be three letters, like usd")
    .default("usd")
    .transform((value) => value.toLowerCase()),
  /** Where files of models are kept; DATA_DIR/models without. */
  MODELS_DIR: z.string().min(1).optional(),
  /** A file with models of the operator's own (docs/local-models.md). */
  MODELS_CATALOGUE: z.string().min(1).optional(),
  /** MB a second that downloads of models take at most. */
  MODELS_MAX_RATE: decimalNumber(0.001, 100_000).optional(),
  /** Connections by which one file of a model is fetched. */
  MODELS_CONNECTIONS: wholeNumber(1, 4).default(1),
  /** The hub that models are fetched from, or a mirror of it. */
  HF_ENDPOINT: hubAddress.default("https://huggingface.co"),
  /** A token of the hub, for models that want their licence accepted. */
  HF_TOKEN: headerText.optional(),
  /** stable-diffusion.cpp's own server, which then draws with the models of this machine (docs/local-models.md). */
  SD_SERVER: executable.optional(),
  SKETCH_WORKERS: wholeNumber(1, 64).optional(),
  WORKER_CONCURRENCY: wholeNumber(1, 64).optional(),
  /** The offline helpers (docs/offline-helpers.md); "off" is none of them. */
  HELPERS: z
    .string()
    .default(helperNames.join(","))
    .transform((value) => (value === "off" ? [] : splitList(value)))
    .pipe(listOf(helperNames)),
  /** Seconds a worker's claim on a generation lasts without a heartbeat. */
  LEASE_SECONDS: decimalNumber(1, 600).default(30),
  /** Test aid: `name:exit` kills the process at that named point of the work (lib/failpoint.ts). */
  FAILPOINT: z
    .string()
    .refine((value) => readFailpoint(value) !== null, "names no point and effect of the program")
    .optional(),
});

/** Every setting but those of engines, whose names the operator makes up. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

export type Env = Omit<
  z.output<typeof schema>,
  "BACKUP_DIR" | "MODELS_DIR" | "SERVER_URL" | "PICTURES_URL"
> & {
  BACKUP_DIR: string;
  MODELS_DIR: string;
  SERVER_URL: string;
  PICTURES_URL: string;
  /** From the variables ENGINE_<NAME>_…, any number of them. */
  ENGINES: EngineSettings[];
};

/**
 * Reads the settings once, at the start of the process.
 * @throws Error with one line for each unusable variable.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const unusable = settingNames.flatMap((name) => {
    const reason = unusableText(given[name] ?? "-");
    return reason === null ? [] : [`${name}: ${reason}`];
  });
  const parsed = schema.safeParse(given);
  if (unusable.length > 0 || !parsed.success) {
    const issues = parsed.error?.issues ?? [];
    const lines = issues.map(({ path: [name], message }) => `${String(name)}: ${message}`);
    const others = lines.filter(
      (line) => !unusable.some((one) => one.split(":")[0] === line.split(":")[0]),
    );
    throw new Error(
      `Unusable settings (see .env.example):\n${[...unusable, ...others].join("\n")}`,
    );
  }
  const env = parsed.data;
  const serverUrl = env.SERVER_URL ?? `http://localhost:${env.PORT}`;
  if (env.RATE_LIMIT_FACTOR > 1 && serverUrl.startsWith("https:")) {
    throw new Error("RATE_LIMIT_FACTOR above 1 is refused while SERVER_URL is https");
  }
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined) {
    throw new Error("SMTP_URL needs MAIL_FROM, the address that mails come from");
  }
  if ((env.GOOGLE_CLIENT_ID === undefined) !== (env.GOOGLE_CLIENT_SECRET === undefined)) {
    throw new Error("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together");
  }
  if (env.INSIGHTS_URL !== undefined) {
    const insights = new URL(env.INSIGHTS_URL);
    if (insights.origin === new URL(serverUrl).origin) {
      throw new Error("INSIGHTS_URL must be of another host or port than SERVER_URL");
    }
    if (serverUrl.startsWith("https:") && insights.protocol !== "https:") {
      throw new Error("INSIGHTS_URL must be https while SERVER_URL is https");
    }
  }
  if ((env.PROMPT_HELPER_URL === undefined) !== (env.PROMPT_HELPER_MODEL === undefined)) {
    throw new Error("PROMPT_HELPER_URL and PROMPT_HELPER_MODEL go together");
  }
  if ((env.PROVENANCE_CERTIFICATE === undefined) !== (env.PROVENANCE_KEY === undefined)) {
    throw new Error("PROVENANCE_CERTIFICATE and PROVENANCE_KEY go together");
  }
  if ((env.STRIPE_SECRET_KEY === undefined) !== (env.STRIPE_WEBHOOK_SECRET === undefined)) {
    throw new Error("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET go together");
  }
  return {
    ...env,
    DATA_DIR: path.resolve(env.DATA_DIR),
    BACKUP_DIR: path.resolve(env.BACKUP_DIR ?? path.join(env.DATA_DIR, "backups")),
    MODELS_DIR: path.resolve(env.MODELS_DIR ?? path.join(env.DATA_DIR, "models")),
    ...(env.MODELS_CATALOGUE !== undefined && {
      MODELS_CATALOGUE: path.resolve(env.MODELS_CATALOGUE),
    }),
    SERVER_URL: serverUrl,
    PICTURES_URL: env.PICTURES_URL ?? serverUrl,
    ENGINES: readEngineSettings(source),
  };
}
