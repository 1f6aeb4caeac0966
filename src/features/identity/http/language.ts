import { Hono } from "hono";
import { languageCookie } from "#app/language/languages.ts";
import { described } from "#app/lib/describe.ts";
import { parseForm, type AppEnv } from "#app/lib/http.ts";
import { safeNext } from "#app/rules/safe-next.ts";
import type { Services } from "#app/services.ts";
import { chooseLanguage } from "../commands/language.ts";
import { languageInput } from "../inputs/language.ts";

const yearSeconds = 365 * 24 * 60 * 60;

const docs = described({
  tag: "profile",
  summary:
    "Chooses the language of pages, errors and mails, and goes back to where the visitor was",
  body: { schema: languageInput, type: "application/x-www-form-urlencoded" },
  answers: { 303: { description: "Chosen; the cookie `language` has it" } },
});

/** POST /api/language: the form in the menu. A whole page is loaded after it, for each language has its own scripts. */
export function languageRoutes(services: Pick<Services, "db" | "env">) {
  const isSecure = services.env.SERVER_URL.startsWith("https:");
  return new Hono<AppEnv>().post("/api/language", docs, async (c) => {
    const { language, next } = await parseForm(c, languageInput);
    const actor = c.get("actor");
    if (actor.role !== "guest") await chooseLanguage(services, actor, language);
    const secure = isSecure ? "; Secure" : "";
    c.header(
      "set-cookie",
      `${languageCookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`,
    );
    return c.redirect(next === undefined ? "/" : safeNext(next), 303);
  });
}
