import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { SessionUser } from "#app/features/identity/queries.ts";
import { userFromAuth } from "#app/features/identity/ui/auth-user.ts";
import { planFigures } from "#app/rules/plan-figures.ts";
import { SiteContext, type Site } from "#app/ui/site.ts";
import { AccountMenu } from "./account-menu.tsx";

/** The menu as the server renders it: its text, and how full the meter is, in percent. */
function shownTo(member: SessionUser) {
  const menu = createElement(AccountMenu, { member });
  const element = createElement(SiteContext, { value: {} as Site }, menu);
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: ["/"] });
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  const [card] = /<a class="credits-card".*?<\/a>/s.exec(html) ?? [""];
  return {
    text: card
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
    full: Number(/width:([\d.]+)%/.exec(card)?.[1]),
    chip: /class="chip[^"]*">([^<]*)</.exec(html)?.[1],
  };
}

const member = { ...userFromAuth({ id: "1", name: "Mira" }), credits: 4 };

test("CR-03 the menu's meter measures the credits against the plan's", () => {
  expect(shownTo(member)).toEqual({
    text: "Credits: 4 Low credit balance",
    full: 80,
    chip: "Free",
  });
});

test.each([
  ["member", 230],
  ["admin", 850],
] as const)(
  "CR-03 without a plan the menu of %s shows the example of the other pages, marked, and what there really is",
  (role, example) => {
    const { text, full, chip } = shownTo({ ...member, role, plan: " " });
    const figures = planFigures({ role, plan: " ", current: 4, renewalDate: null });
    expect(figures.current).toBe(example);
    expect(full).toBeCloseTo(100 * figures.share);
    expect(chip).toBe(figures.name);
    expect(text).toBe(
      `Credits: ${example} Credits available Example This account has no plan. You have 4 credits.`,
    );
  },
);
