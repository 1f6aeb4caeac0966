import {
  redirect,
  useLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from "react-router";
import { t } from "#app/language/message.ts";
import { pageData } from "#app/page-data.ts";
import { formAction, sendForm } from "#app/page-form.ts";
import { paths } from "#app/paths.ts";
import { apiClient } from "#app/ui/api-client.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { useHosted, useSite } from "#app/ui/site.ts";
import { DeleteAccount } from "#app/features/deletion/ui/delete-account.tsx";
import { ExportPanel } from "#app/features/exports/ui/export-panel.tsx";
import { sessionUser } from "#app/features/identity/queries.ts";
import { accountFacts } from "#app/features/identity/queries/account-facts.ts";
import { secondFactorFacts } from "#app/features/identity/queries/second-factor.ts";
import { ownSessions } from "#app/features/identity/queries/sessions.ts";
import type { IdentityRoutes } from "#app/features/identity/ui/api.ts";
import { ChangePasswordForm } from "#app/features/identity/ui/change-password-form.tsx";
import { changePasswordDefinition } from "#app/features/identity/ui/password-definitions.ts";
import { PasskeyPanel } from "#app/features/identity/ui/passkey-panel.tsx";
import { PortraitField } from "#app/features/identity/ui/portrait-field.tsx";
import { profileDefinition } from "#app/features/identity/ui/profile-definition.ts";
import { ProfileForm } from "#app/features/identity/ui/profile-form.tsx";
import { SessionList } from "#app/features/identity/ui/session-list.tsx";
import { SetPassword } from "#app/features/identity/ui/set-password.tsx";
import { TrustBadges } from "#app/features/identity/ui/trust-badges.tsx";
import { TwoFactorPanel } from "#app/features/identity/ui/two-factor-panel.tsx";
import { settingsOf } from "#app/features/notifications/queries.ts";
import type { NotificationRoutes } from "#app/features/notifications/ui/api.ts";
import { settingsDefinition } from "#app/features/notifications/ui/settings-definition.ts";
import { NotificationSettingsForm } from "#app/features/notifications/ui/settings-form.tsx";
import "./profile.css";

/** The member's own profile, sessions and password. See docs/product.md 2.3. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return pageData(context, async ({ db, accounts, mail }, actor) => {
    const token = accounts.sessionToken(request.headers);
    const toLogin = redirect(paths.login({ next: paths.dashboardPage("profile") }));
    if (actor.role === "guest" || token === null) throw toLogin;
    const [profile, facts, sessions, factors, notices] = await Promise.all([
      sessionUser(db, actor.userId),
      accountFacts(db, actor.userId),
      ownSessions(db, actor.userId, token),
      secondFactorFacts(db, actor.userId),
      settingsOf(db, actor.userId),
    ]);
    if (profile === null) throw toLogin;
    const isFactorRequired = actor.needsSecondFactor === true;
    const canMail = mail.kind === "smtp";
    return { profile, facts, sessions, factors, isFactorRequired, notices, canMail };
  });
}

/** Handles the forms of the page when they are sent without JavaScript. */
export function action(args: ActionFunctionArgs) {
  return formAction(args, (typed, transport, goOn) => {
    if (typed.form === settingsDefinition.name) {
      const api = apiClient<NotificationRoutes>(transport);
      return sendForm(settingsDefinition, typed, api, () =>
        goOn(paths.dashboardPage("profile", { saved: "notifications" })),
      );
    }
    const api = apiClient<IdentityRoutes>(transport);
    const saved = typed.form === changePasswordDefinition.name ? "password" : "profile";
    const definition = saved === "password" ? changePasswordDefinition : profileDefinition;
    return sendForm(definition, typed, api, () => goOn(paths.dashboardPage("profile", { saved })));
  });
}

const savedWords = new Map([
  ["profile", t`Profile saved`],
  ["password", t`Password changed. Your other sessions have ended.`],
  ["notifications", t`Notification settings saved`],
]);

export default function Profile() {
  const { profile, facts, sessions, factors, isFactorRequired, notices, canMail } =
    useLoaderData<typeof loader>();
  const { passkeys } = useSite();
  const cover = useHosted(profile.coverPhotoUrl);
  const saved = savedWords.get(useSearchParams()[0].get("saved") ?? "");
  return (
    <>
      <PageHead title={t`Profile`} />
      <h1 className="title-large">{t`Profile`}</h1>
      {saved && <output className="mt-2 block text-ink-2">{saved}</output>}
      <div className="profile">
        <section className="panel flex flex-wrap items-center gap-4" aria-label={t`You`}>
          <div className="profile-cover">
            {cover && <img src={cover} alt="" />}
            <PortraitField kind="cover" src={profile.coverPhotoUrl} />
          </div>
          <Avatar name={profile.name} src={profile.avatar} size={40} />
          <div className="min-w-0 flex-1">
            <p className="title-small truncate">{profile.name}</p>
            <p className="truncate text-13 text-ink-2">
              <bdi>@{profile.username}</bdi>
            </p>
            <p className="truncate text-13 text-ink-2">{profile.email}</p>
          </div>
          <PortraitField kind="avatar" src={profile.avatar} />
          <div className="flex w-full flex-wrap items-center justify-between gap-3">
            <TrustBadges role={profile.role} facts={facts} />
            <ButtonLink look="soft" size="small" to={paths.creator(profile.username)}>
              {t`View your page`}
            </ButtonLink>
          </div>
        </section>
        <ProfileForm profile={profile} />
        <NotificationSettingsForm
          settings={notices}
          mail={canMail ? (facts.emailVerified ? "ready" : "unconfirmed") : "none"}
        />
        <SessionList sessions={sessions} />
        <TwoFactorPanel
          factors={factors}
          hasPassword={facts.hasPassword}
          isRequired={isFactorRequired}
        />
        {passkeys && <PasskeyPanel passkeys={factors.passkeys} hasPassword={facts.hasPassword} />}
        <section className="panel" aria-labelledby="password">
          <h2 className="title-small" id="password">
            {t`Password`}
          </h2>
          {facts.hasPassword ? (
            <ChangePasswordForm email={profile.email} />
          ) : (
            <SetPassword email={profile.email} />
          )}
        </section>
        <ExportPanel hasPassword={facts.hasPassword} />
        <DeleteAccount hasPassword={facts.hasPassword} />
      </div>
    </>
  );
}
