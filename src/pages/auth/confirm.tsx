import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { unsubscribeAddress } from "#app/rules/digest-addresses.ts";
import { intentResult, splitIntent } from "#app/rules/intent.ts";
import { safeNext } from "#app/rules/safe-next.ts";
import { Button } from "#app/ui/button.tsx";
import { wall } from "#app/features/pictures/queries.ts";
import { sessionUser } from "#app/features/identity/queries.ts";
import { AccountCard } from "#app/features/identity/ui/account-card.tsx";

/**
 * The page that confirmation mails and digests link to. Opening it changes nothing, because mail scanners and other sites open
 * links too; only the button does something.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const next = safeNext(searchParams.get("next"));
  const key = searchParams.get("unsubscribe");
  const ending = key !== null || searchParams.has("unsubscribed") ? { key } : null;
  return pageData(context, async ({ db }, { userId }) => {
    const [{ items }, member] = await Promise.all([
      wall(db, { limit: 1, shape: "portrait" }),
      userId === null ? null : sessionUser(db, userId),
    ]);
    return { token, next, ending, username: member?.username ?? null, picture: items[0] ?? null };
  });
}

/**
 * The URL contains the token, so only this origin receives it as referrer; with no referrer at all the form would have
 * no origin.
 */
export function headers() {
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

/** Ends the digests; the key is null once they are ended. */
function EndDigests({ unsubscribeKey }: { unsubscribeKey: string | null }) {
  if (unsubscribeKey === null) {
    return (
      <>
        <h1 className="title-medium">{t`No more digests`}</h1>
        <p className="mt-2 text-ink-2">
          {t`You can turn them on again in your profile, under Notifications.`}
        </p>
      </>
    );
  }
  return (
    <form method="post" action={unsubscribeAddress(unsubscribeKey)} className="flex flex-col gap-4">
      <h1 className="title-medium">{t`Stop the mail digest?`}</h1>
      <p className="-mt-2 text-ink-2">{t`Your notifications stay on the site.`}</p>
      <Button type="submit" look="primary" className="h-[46px]">
        {t`Unsubscribe`}
      </Button>
    </form>
  );
}

export default function ConfirmAddress() {
  const { token, next, ending, username, picture } = useLoaderData<typeof loader>();
  if (ending !== null) {
    return (
      <AccountCard title={t`Mail digest`} picture={picture}>
        <EndDigests unsubscribeKey={ending.key} />
      </AccountCard>
    );
  }
  const { intent } = splitIntent(next);
  const also = intent === null ? "" : t`, and ${intentResult(intent)}`;
  return (
    <AccountCard title={t`Confirm your email`} picture={picture}>
      {/* A native form, so that it works without JavaScript and loads a new page with the new session. */}
      <form method="post" action={paths.api.verifyEmail()} className="flex flex-col gap-4">
        <h1 className="title-medium">{t`Confirm your email`}</h1>
        <p className="-mt-2 text-ink-2">
          {username === null
            ? t`Press the button to confirm that this address is yours. You are then signed in${also}.`
            : t`You are signed in as @${username} and stay so. If the link is for another account, its address is confirmed and you can sign in to it later.`}
        </p>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="next" value={next} />
        <Button type="submit" look="primary" className="h-[46px]">
          {t`Confirm`}
        </Button>
      </form>
    </AccountCard>
  );
}
