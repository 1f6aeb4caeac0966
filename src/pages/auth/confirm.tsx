import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { safeNext } from "#app/rules/safe-next.ts";
import { Button } from "#app/ui/button.tsx";
import { wall } from "#app/features/pictures/queries.ts";
import { sessionUser } from "#app/features/identity/queries.ts";
import { AccountCard } from "#app/features/identity/ui/account-card.tsx";

/**
 * The page that a confirmation mail links to. Opening it changes nothing, because mail scanners and other sites open
 * links too; only the button confirms.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const next = safeNext(searchParams.get("next"));
  return pageData(context, async ({ db }, { userId }) => {
    const [{ items }, member] = await Promise.all([
      wall(db, { limit: 1, shape: "portrait" }),
      userId === null ? null : sessionUser(db, userId),
    ]);
    return { token, next, username: member?.username ?? null, picture: items[0] ?? null };
  });
}

/**
 * The URL contains the token, so only this origin receives it as referrer; with no referrer at all the form would have
 * no origin.
 */
export function headers() {
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

export default function ConfirmAddress() {
  const { token, next, username, picture } = useLoaderData<typeof loader>();
  return (
    <AccountCard title="Confirm your email" picture={picture}>
      {/* A native form, so that it works without JavaScript and loads a new page with the new session. */}
      <form method="post" action={paths.api.verifyEmail()} className="flex flex-col gap-4">
        <h1 className="title-medium">Confirm your email</h1>
        <p className="-mt-2 text-ink-2">
          {username === null
            ? "Press the button to confirm that this address is yours. You are signed in then."
            : `You are signed in as @${username} and stay so. If the link is for another account, its address is confirmed and you can sign in to it later.`}
        </p>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="next" value={next} />
        <Button type="submit" look="primary" className="h-[46px]">
          Confirm
        </Button>
      </form>
    </AccountCard>
  );
}
