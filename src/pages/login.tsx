import { useCallback, useState } from "react";
import {
  redirect,
  useLoaderData,
  useNavigate,
  useRevalidator,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { formAction, sendForm } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import {
  accountNotice,
  accountLabels,
  googleRefusal,
  outcomeOf,
  resetSent,
  type AccountMode,
} from "#app/rules/account-form.ts";
import { splitIntent } from "#app/rules/intent.ts";
import { safeNext } from "#app/rules/safe-next.ts";
import { apiClient } from "#app/ui/api-client.ts";
import { wall } from "#app/features/pictures/queries.ts";
import { AccountCard } from "#app/features/identity/ui/account-card.tsx";
import { accountDefinition } from "#app/features/identity/ui/account-definition.ts";
import { AccountForm } from "#app/features/identity/ui/account-form.tsx";
import type { IdentityRoutes } from "#app/features/identity/ui/api.ts";
import { firstAdminDefinition } from "#app/features/identity/ui/first-admin-definition.ts";
import { FirstAdminForm, SpentSetup } from "#app/features/identity/ui/first-admin-form.tsx";
import { isFirstAdminLink } from "#app/features/identity/queries/first-admin.ts";
import { pendingMember } from "#app/features/identity/queries/second-factor.ts";
import { secondStepDefinition } from "#app/features/identity/ui/second-step-definition.ts";
import type { SocialRoutes } from "#app/features/social/ui/api.ts";
import { carryOut } from "#app/features/social/ui/carry-out.ts";
import "#app/features/identity/ui/account-card.css";

/** The tab of those who have given their password and not yet their second factor. */
const secondStep = "second-step";

/**
 * Signs in and returns to `next`, which must be on this site; a signed-in visitor is redirected at once. See
 * docs/product.md 2.1.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const next = safeNext(searchParams.get("next"));
  const isSecond = searchParams.get("tab") === secondStep;
  const token = searchParams.get("setup");
  return pageData(context, async (services, actor) => {
    // Nobody pressed anything here, so nothing is done: anybody can make such a link.
    if (actor.role !== "guest" && token === null) {
      throw redirect(withAuthError(splitIntent(next).next, searchParams.get("error")));
    }
    const pending = isSecond ? await pendingMember(services, request.headers) : null;
    const { items } = await wall(services.db, { limit: 1, shape: "portrait" });
    const setup = token !== null && {
      token,
      works: await isFirstAdminLink(services.db, token),
    };
    return { next, picture: items[0] ?? null, step: pending?.methods ?? null, setup };
  });
}

/** The page that a member is sent on to shows an auth error, as any page does. @param to a path of this site */
function withAuthError(to: string, error: string | null): string {
  if (error !== "auth_error") return to;
  const { pathname, search, hash } = new URL(to, "https://self.invalid");
  const query = new URLSearchParams(search);
  query.set("error", error);
  return `${pathname}?${query.toString()}${hash}`;
}

/** The URL may contain the token of a one-time link, so other origins receive no referrer. */
export function headers() {
  return { "Referrer-Policy": "same-origin" };
}

/**
 * Handles the form when it is sent without JavaScript; `next` is validated as in the loader. What the visitor pressed
 * before is done with it.
 */
export function action(args: ActionFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const asked = searchParams.get("next");
  const next = safeNext(asked);
  const tab = searchParams.get("tab");
  const mode = modeOf(tab);
  const setup = searchParams.get("setup");
  return formAction(args, (typed, transport, goOn) => {
    const api = apiClient<IdentityRoutes>(transport);
    if (setup !== null) {
      return sendForm(firstAdminDefinition(setup), typed, api, () => goOn(paths.studio()));
    }
    const enter = async () => {
      const { next: to, intent } = splitIntent(next);
      // A refusal does not undo the sign-in; the page that follows shows that the like or follow is not there.
      if (intent !== null) await carryOut(apiClient<SocialRoutes>(transport), intent);
      return goOn(to);
    };
    if (tab === secondStep) return sendForm(secondStepDefinition, typed, api, enter);
    return sendForm(accountDefinition(mode, next), typed, api, (entered) => {
      if (mode === "reset")
        return goOn(paths.login({ next: asked, tab: "reset", notice: "reset" }));
      const { kind } = outcomeOf(mode, entered);
      if (kind === "second-step") return goOn(paths.login({ next: asked, tab: secondStep }));
      return kind === "entered" ? enter() : goOn(paths.login({ next: asked, notice: "verify" }));
    });
  });
}

function modeOf(tab: string | null): AccountMode {
  return tab === "signup" || tab === "reset" ? tab : "login";
}

/** Messages for a form that was sent without JavaScript. */
function noticeOf(name: string | null): string | null {
  if (name === "reset") return resetSent;
  if (name === "password") return t`Password changed. Sign in with your new password.`;
  if (name !== "verify") return null;
  const { title, description } = accountNotice("verify", t`your address`);
  return `${title}. ${description}`;
}

const titles: Record<AccountMode, string> = {
  login: t`Sign in`,
  signup: accountLabels.signup.title,
  reset: accountLabels.reset.title,
};

/** Makes the first admin, who goes on to the studio. */
function Setup({ token, works }: { token: string; works: boolean }) {
  const navigate = useNavigate();
  // Once it is used, the page's data is read again, before the studio is shown.
  const [worked] = useState(works);
  if (!worked) return <SpentSetup />;
  return (
    <FirstAdminForm token={token} onDone={() => void navigate(paths.studio(), { replace: true })} />
  );
}

export default function Login() {
  const { next, picture, step, setup } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const mode = modeOf(query.get("tab"));
  // `next` is passed on as given, because the loader validates it each time.
  const asked = query.get("next");
  const addressOf = useCallback(
    (to: AccountMode) => paths.login({ next: asked, tab: to === "login" ? null : to }),
    [asked],
  );
  const show = (to: AccountMode) =>
    void navigate(addressOf(to), { replace: true, defaultShouldRevalidate: false });

  async function goOn() {
    const { next: to, intent } = splitIntent(next);
    if (intent !== null) {
      const { carryOutHere } = await import("#app/features/social/ui/carry-out.ts");
      await carryOutHere(intent);
    }
    await navigate(to, { replace: true });
    await revalidate();
  }

  if (setup) {
    return (
      <AccountCard title={t`First admin`} picture={picture}>
        <Setup {...setup} />
      </AccountCard>
    );
  }
  return (
    <AccountCard title={titles[mode]} picture={picture}>
      <AccountForm
        mode={mode}
        next={next}
        onMode={show}
        onDone={(ended) => (ended === "verify" ? show("login") : void goOn())}
        firstRefusal={query.get("failed") === "google" ? googleRefusal(query.get("reason")) : null}
        notice={noticeOf(query.get("notice"))}
        heading="h1"
        step={step}
        addressOf={addressOf}
      />
    </AccountCard>
  );
}
