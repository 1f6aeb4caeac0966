import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

test("without any setting the defaults are in force", () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    SERVER_URL: "http://localhost:3000",
    ROLES: ["web", "images", "worker"],
    RATE_LIMIT_FACTOR: 1,
    NODE_ENV: "production",
  });
  expect(readEnv({ HELPERS: "off", PORT: "" })).toMatchObject({ HELPERS: [], PORT: 3000 });
});

test("models are kept in the data folder, and fetched from the hub, unless settings say otherwise", () => {
  expect(readEnv({ DATA_DIR: "/srv/data" })).toMatchObject({
    MODELS_DIR: "/srv/data/models",
    HF_ENDPOINT: "https://huggingface.co",
    MODELS_CONNECTIONS: 1,
  });
  const set = {
    MODELS_DIR: "/mnt/models",
    HF_ENDPOINT: "http://10.0.0.5:8090/hub/",
    MODELS_MAX_RATE: "2.5",
    MODELS_CONNECTIONS: "4",
    MODELS_CATALOGUE: "/etc/models.json",
    HF_TOKEN: "hf_abc",
  };
  expect(readEnv(set)).toMatchObject({
    ...set,
    HF_ENDPOINT: "http://10.0.0.5:8090/hub",
    MODELS_MAX_RATE: 2.5,
    MODELS_CONNECTIONS: 4,
  });
});

test("SD_SERVER is a file that can be started", () => {
  expect(readEnv({ SD_SERVER: process.execPath }).SD_SERVER).toBe(process.execPath);
  expect(() => readEnv({ SD_SERVER: "/nowhere/sd-server" })).toThrow(
    "SD_SERVER: there is no file /nowhere/sd-server",
  );
  expect(() => readEnv({ SD_SERVER: import.meta.filename })).toThrow(
    "cannot be started (chmod +x)",
  );
  expect(() => readEnv({ SD_SERVER: import.meta.dirname })).toThrow("is no file");
});

test("an address is read as scheme, host and port", () => {
  expect(readEnv({ SERVER_URL: "https://Example.org/" }).SERVER_URL).toBe("https://example.org");
  expect(readEnv({ SERVER_URL: "http://a.example:8080" }).PICTURES_URL).toBe(
    "http://a.example:8080",
  );
});

test("a security contact is an e-mail address or an https page, as a URI", () => {
  expect(readEnv({}).SECURITY_CONTACT).toBeUndefined();
  expect(readEnv({ SECURITY_CONTACT: "a+b@example.org" }).SECURITY_CONTACT).toBe(
    "mailto:a%2Bb@example.org",
  );
  expect(readEnv({ SECURITY_CONTACT: "https://example.org/report" }).SECURITY_CONTACT).toBe(
    "https://example.org/report",
  );
});

const mixed = "kX93-lamp-QUIET-river-07-stone-blue";

test.each([
  ["PORT", " "],
  ["PORT", "0x1010"],
  ["PORT", "3e3"],
  ["PORT", "3000 "],
  ["PORT", "+80"],
  ["PORT", "65536"],
  ["DATABASE_POOL", "1"],
  ["LEASE_SECONDS", "0x10"],
  ["RATE_LIMIT_FACTOR", "1e3"],
  ["SKETCH_WORKERS", "1.5"],
  ["SERVER_URL", "https://user:secret@example.org"],
  ["SERVER_URL", "https://example.org?a=1"],
  ["SERVER_URL", "https://example.org/?"],
  ["SERVER_URL", "https://example.org/#top"],
  ["SERVER_URL", "https://example.org/studio"],
  ["PICTURES_URL", "https://example.org/?a=1"],
  ["SECURITY_CONTACT", "http://example.org/report"],
  ["SECURITY_CONTACT", "javascript:alert(1)"],
  ["SECURITY_CONTACT", "somebody"],
  ["AUTH_SECRET", " ".repeat(40)],
  ["AUTH_SECRET", `${" ".repeat(40)}abc`],
  ["AUTH_SECRET", "a".repeat(40)],
  ["AUTH_SECRET", "abababababababababababababababababab"],
  ["AUTH_SECRET", "change-me-change-me-change-me-change-me"],
  ["AUTH_SECRET", "kX93-lamp-QUIET"],
  ["AUTH_SECRET", `${mixed}\n`],
  ["FAILPOINT", "after-claim"],
  ["FAILPOINT", "after-claims:exit"],
  ["FAILPOINT", "after-claim:exit@0"],
  ["ROLES", "web,web"],
  ["ROLES", "web,"],
  ["HELPERS", "similar,similar"],
  ["HOST", "  "],
  ["APP_NAME", "Echo\nform"],
  ["PROMPT_HELPER_KEY", "sk-1\r"],
  ["DATA_DIR", "data\0"],
  ["MODERATION", "Before"],
  ["MODELS_CONNECTIONS", "16"],
  ["MODELS_CONNECTIONS", "0"],
  ["MODELS_MAX_RATE", "0"],
  ["MODELS_MAX_RATE", "fast"],
  ["HF_ENDPOINT", "hub.example"],
  ["HF_ENDPOINT", "https://user:secret@hub.example"],
  ["HF_ENDPOINT", "https://hub.example?a=1"],
  ["HF_TOKEN", "hf_a b"],
  ["HF_TOKEN", "hf_\u20ac"],
])("%s=%j is refused by its name, once", (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(
    new RegExp(`^Unusable settings .*:\\n${name}: [^\\n]+$`),
  );
});

test.each([
  ["SERVER_URL", "https://user:quiet-river@example.org"],
  ["DATABASE_URL", "mysql://user:quiet-river@example.org/db"],
  ["AUTH_SECRET", "quiet-river"],
  ["PROMPT_HELPER_KEY", "quiet-river\n"],
])("what is secret in %s is not repeated", (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(name);
  expect(() => readEnv({ [name]: value })).not.toThrow("quiet-river");
});

test.each([
  ["PORT", "0"],
  ["AUTH_SECRET", mixed],
  ["AUTH_SECRET", "5f2c0d9e8b7a61433c1b0a9f8e7d6c5b4a39281706f5e4d3c2b1a0918273645f"],
  ["FAILPOINT", "after-claim:exit@3"],
  ["ROLES", "web, worker"],
  ["RATE_LIMIT_FACTOR", "0.5"],
  ["DATA_DIR", "my data"],
])("%s=%j is taken", (name, value) => {
  expect(() => readEnv({ [name]: value })).not.toThrow();
});

test("all unusable settings are reported together", () => {
  expect(() => readEnv({ PORT: "http", SERVER_URL: "nowhere", HOST: " " })).toThrow(
    /HOST: .*\nPORT: .*\nSERVER_URL: /,
  );
});
