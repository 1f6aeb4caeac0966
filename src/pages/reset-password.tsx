import {
  useLoaderData,
  useNavigate,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { formAction, sendForm } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { apiClient } from "#app/ui/api-client.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { wall } from "#app/features/pictures/queries.ts";
import { AccountCard } from "#app/features/identity/ui/account-card.tsx";
import type { IdentityRoutes } from "#app/features/identity/ui/api.ts";
import { NewPasswordForm } from "#app/features/identity/ui/new-password-form.tsx";
import { newPasswordDefinition } from "#app/features/identity/ui/password-definitions.ts";
import { Link } from "#app/ui/link.tsx";

/** The page that a reset mail links to: with its token, or with a message that the link no longer works. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.has("error") ? null : searchParams.get("token");
  return pageData(context, async ({ db }) => {
    const { items } = await wall(db, { limit: 1, shape: "portrait" });
    return { token: token || null, picture: items[0] ?? null };
  });
}

/** Handles the form when it is sent without JavaScript. */
export function action(args: ActionFunctionArgs) {
  const token = new URL(args.request.url).searchParams.get("token") ?? "";
  return formAction(args, (typed, transport, goOn) =>
    sendForm(newPasswordDefinition(token), typed, apiClient<IdentityRoutes>(transport), () =>
      goOn(paths.login({ notice: "password" })),
    ),
  );
}

/** The URL contains the token, so the page sends no referrer. */
export function headers() {
  return { "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" };
}

function Spent() {
  return (
    <div className="flex flex-col items-start gap-4">
      <h1 className="title-medium">{t`This link no longer works`}</h1>
      <p className="-mt-2 text-ink-2">
        {t`A reset link works once and for an hour. Ask for a new one and use the latest mail.`}
      </p>
      <ButtonLink
        look="primary"
        className="h-[46px] self-stretch"
        to={paths.login({ tab: "reset" })}
      >
        {t`Send a new link`}
      </ButtonLink>
      <Link className="link self-center text-13" to={paths.login()}>
        {t`Back to sign in`}
      </Link>
    </div>
  );
}

export default function ResetPassword() {
  const { token, picture } = useLoaderData<typeof loader>();
  const navigate = useNavigate();

  function done() {
    void showToast("success", t`Password changed`, {
      description: t`Sign in with your new password`,
      duration: 5000,
    });
    void navigate(paths.login(), { replace: true });
  }

  return (
    <AccountCard title={t`Reset password`} picture={picture}>
      {token === null ? (
        <Spent />
      ) : (
        <NewPasswordForm token={token} onDone={done} spent={<Spent />} />
      )}
    </AccountCard>
  );
}
