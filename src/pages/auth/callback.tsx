import { useEffect, useRef } from "react";
import { Link, redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { accountNotice } from "#app/rules/account-form.ts";
import { safeNext } from "#app/rules/safe-next.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { wall } from "#app/features/pictures/queries.ts";
import { pendingMember } from "#app/features/identity/queries/second-factor.ts";
import { AccountCard } from "#app/features/identity/ui/account-card.tsx";

/**
 * Finishes Google sign-in and the confirmation of an email address. See docs/product.md 2.1. The session, if any, is in
 * the cookie already; this page shows the result and goes on to `next`.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const next = safeNext(searchParams.get("next"));
  const from = searchParams.get("from");
  const failed = searchParams.has("error");
  return pageData(context, async (services, actor) => {
    const { db } = services;
    const isMember = actor.role !== "guest";
    if (!isMember && !failed && (await pendingMember(services, request.headers)) !== null) {
      throw redirect(paths.login({ next, tab: "second-step" }));
    }
    if (from === "google" && (failed || !isMember)) {
      const reason = searchParams.get("reason");
      throw redirect(paths.login({ next, failed: "google", reason }));
    }
    if (failed && from !== "signup") throw redirect(paths.login({ next, error: "auth_error" }));
    const { items } = await wall(db, { limit: 1, shape: "portrait" });
    const kept = isMember && searchParams.get("session") === "kept";
    const state = failed ? "spent" : kept ? "kept" : isMember ? "in" : "confirmed";
    return { next, state, isNew: from === "signup", picture: items[0] ?? null } as const;
  });
}

export function headers() {
  return { "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" };
}

function GoOn({ next, isNew }: { next: string; isNew: boolean }) {
  const navigate = useNavigate();
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    const { title, description, durationMs } = accountNotice(isNew ? "signup" : "login", "");
    void showToast("success", title, { description, duration: durationMs });
    void navigate(next, { replace: true });
  }, [navigate, next, isNew]);
  return (
    <>
      <h1 className="title-medium">Signing you in</h1>
      <p className="text-ink-2">
        <Link className="link" to={next} replace>
          Continue
        </Link>{" "}
        if nothing happens.
      </p>
    </>
  );
}

export default function AuthCallback() {
  const { next, state, isNew, picture } = useLoaderData<typeof loader>();
  return (
    <AccountCard title={state === "spent" ? "Link no longer works" : "Sign in"} picture={picture}>
      <div className="flex flex-col gap-4">
        {state === "in" && <GoOn next={next} isNew={isNew} />}
        {state === "confirmed" && (
          <>
            <h1 className="title-medium">Your email is confirmed</h1>
            <p className="-mt-2 text-ink-2">Sign in to go on.</p>
          </>
        )}
        {state === "kept" && (
          <>
            <h1 className="title-medium">The email is confirmed</h1>
            <p className="-mt-2 text-ink-2">
              You are still signed in to your other account. Sign out to use the new one.
            </p>
            <ButtonLink look="primary" className="h-[46px]" to={next} replace>
              Continue
            </ButtonLink>
          </>
        )}
        {state === "spent" && (
          <>
            <h1 className="title-medium">This link no longer works</h1>
            <p className="-mt-2 text-ink-2">
              It was used already or has run out. Sign in with your password: if your address is not
              confirmed yet, a new link comes by mail.
            </p>
          </>
        )}
        {(state === "confirmed" || state === "spent") && (
          <ButtonLink look="primary" className="h-[46px]" to={paths.login({ next })} replace>
            Sign in
          </ButtonLink>
        )}
      </div>
    </AccountCard>
  );
}
