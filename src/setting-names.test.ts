import { expect, test } from "vitest";
import { dotEnvNames, misspeltSettings, settingWarnings } from "./setting-names.ts";

/** What a shell, npm and a container put into every environment. */
const usual = {
  PATH: "/bin",
  HOME: "/root",
  HOSTNAME: "a1b2",
  USER: "root",
  LOGNAME: "root",
  MAIL: "/var/mail/root",
  LANG: "C.UTF-8",
  TERM: "xterm",
  SHELL: "/bin/sh",
  PWD: "/",
  OLDPWD: "/",
  SHLVL: "1",
  EDITOR: "vi",
  COLOR: "1",
  CI: "true",
  DEBIAN_FRONTEND: "noninteractive",
  NODE_OPTIONS: "--max-old-space-size=512",
  NODE_EXTRA_CA_CERTS: "/etc/ca.pem",
  npm_config_cache: "/tmp",
  npm_lifecycle_event: "start",
  INIT_CWD: "/srv",
  DATABASE_HOST: "db",
  GOOGLE_APPLICATION_CREDENTIALS: "/key.json",
  SERVER_SOFTWARE: "x",
  APP_ENV: "production",
  KUBERNETES_SERVICE_HOST: "10.0.0.1",
  POSTGRES_PASSWORD: "x",
  http_proxy: "http://proxy",
  ECHOFORM_RESTARTS: "0",
  HF_HOME: "/srv/cache/huggingface",
  HF_HUB_ENABLE_HF_TRANSFER: "1",
};

test("settings and what surrounds every program are no slips", () => {
  const settings = { PORT: "3000", DATA_DIR: "data", ENGINE_MAIN_KIND: "openai" };
  expect(misspeltSettings({ ...usual, ...settings })).toEqual([]);
});

test.each([
  ["MODERATE", "MODERATION"],
  ["DATA_DIRECTORY", "DATA_DIR"],
  ["SMTP_PASSWORD", "SMTP_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["SERVER_ULR", "SERVER_URL"],
  ["port", "PORT"],
  ["AUTH_SECRETS", "AUTH_SECRET"],
  ["GOOGLE_CLIENT_KEY", "GOOGLE_CLIENT_ID"],
  ["PROMPT_HELPER_TOKEN", "PROMPT_HELPER_URL"],
  ["ENGINE_KIND", "ENGINE_<NAME>_KIND"],
  ["NODE_ENVIRONMENT", "NODE_ENV"],
  ["MODELS_FOLDER", "MODELS_DIR"],
  ["HF_ENDPOINTS", "HF_ENDPOINT"],
])("%s in the environment is told, with %s", (name, near) => {
  expect(misspeltSettings({ ...usual, [name]: "x" })).toEqual([
    `${name} is no setting; did you mean ${near}?`,
  ]);
});

test("of .env every unknown name is told, with what is near where something is", () => {
  const source = {
    ...usual,
    [dotEnvNames]: "PORT,MODERATE,COLOUR,TZ",
    PORT: "1",
    MODERATE: "before",
  };
  expect(misspeltSettings({ ...source, COLOUR: "red", TZ: "UTC" })).toEqual([
    "COLOUR in .env is no setting; see .env.example",
    "MODERATE in .env is no setting; did you mean MODERATION?",
  ]);
});

test.each(["test", "development"] as const)("NODE_ENV=%s is told at the start", (mode) => {
  expect(settingWarnings({ NODE_ENV: mode }, usual)).toEqual([
    `NODE_ENV is ${mode}: a site that people use has NODE_ENV=production`,
  ]);
  expect(settingWarnings({ NODE_ENV: "production" }, usual)).toEqual([]);
});
